// Two storages, what main entered, generators, and what stays after an exit.
const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
const a = new AsyncLocalStorage(), b = new AsyncLocalStorage();
const lines = [];
const say = (name) => lines.push([name, a.getStore(), b.getStore()].join(' ')); // sorted in the end: when timers fire is not asked here
process.on('exit', () => say('exit'));
process.on('beforeExit', () => say('beforeExit'));
a.run(1, () => b.enterWith(2));
say('entered inside a run of another');
a.enterWith('main');
b.enterWith('main');
setTimeout(() => { say('timer'); a.enterWith('timer'); }, 1);
setTimeout(() => say('next timer'), 1);
a.run('x', () => {
  a.exit(() => { say('exit'); a.enterWith('in exit'); say('entered'); setTimeout(() => say('timer of exit'), 2); });
  say('after exit');
});
say('after run');
const gen = a.run('gen', () => (async function* () { say('g1'); yield 1; say('g2'); await null; say('g3'); yield 2; say('g4'); })());
(async () => {
  const one = a.run('n1', () => gen.next());
  await one;
  const two = a.run('n2', () => gen.next());
  await two;
  await a.run('n3', () => gen.next());
  say('over');
})();
function* sync() { say('s1'); yield 1; say('s2'); }
const s = a.run('sync', sync);
a.run('first', () => s.next());
s.next();
setTimeout(() => {
  const t = a.run('interval', () => setTimeout(() => say('refreshed'), 1));
  a.run('refresh', () => t.refresh());
  a.run('all', () => Promise.all([1, Promise.resolve(2)]).then(() => say('all')));
  a.run('race', () => Promise.race([new Promise((r) => setTimeout(r, 1))]).then(() => say('race')));
  a.run('allThen', () => ({ async f() { for await (const x of [1, Promise.resolve(2)]) say('for await ' + x); } })).f();
  const p = a.run('sub', () => { class P extends Promise {} return P.resolve().then(() => say('subclass')); });
  a.run('wrap', () => p.then(() => say('of subclass')));
}, 20);
process.on('exit', () => console.log(lines.sort().join('\n')));
