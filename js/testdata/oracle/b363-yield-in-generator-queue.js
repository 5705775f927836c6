// The priority in a generator's body that goes on, behind a yield, for a request that waits.
const probe = (name) => {
  setTimeout(() => console.log(name, 'timer'));
  scheduler.yield().then(() => console.log(name, 'yield'));
};
async function* g(name) { yield 1; probe(name); }
async function* twice(name) { yield 1; yield 2; probe(name); }
async function* ends(name) { try { yield 1; } finally { await null; probe(name); } }
async function* catches(name) { try { yield 1; } catch { probe(name); } }
async function* over(name) { yield* ends(name); }
const tests = [
  () => { const it = g('next'); it.next(); it.next(); },
  () => { const it = twice('three'); it.next(); it.next(); it.next(); },
  () => { const it = ends('return'); it.next(); it.return(2); },
  () => { const it = catches('throw'); it.next(); it.throw(2); },
  () => { const it = g(); it.next(); it.return({ get then() { probe('getter'); } }); },
  () => { const it = over('delegate'); it.next(); it.return(2); },
  async () => { const it = ends('suspended'); await it.next(); it.return(2); },
  async () => { const it = g('waits'); await it.next(); it.next(); },
];
for (let i = 0; i < tests.length; i++) setTimeout(() => scheduler.postTask(tests[i], { priority: 'background' }), 50 * i);
