// {"name":"b345-asked-anew","env":"browser","file":"b345-asked-anew.js"}
// An object that a promise was fulfilled with is asked for its then again by each resolve function it is handed to.
const out = [], say = (s) => out.push(s);
const ruler = (n) => { let p = Promise.resolve(); for (let i = 1; i <= n; i++) p = p.then(() => { say('.'); }); };
const asks = (nth, then) => { let n = 0; return { get then() { n++; say('t' + n); if (n > nth) return then(); } }; };
const kinds = {
  called: () => asks(1, () => (f) => { say('called'); f(7); }),
  thrown: () => asks(2, () => { throw 'E'; }),
  error: () => { const e = new Error('x'); Promise.resolve().then(() => { e.then = (f) => f(8); }); return e; },
  promise: () => { const q = Promise.resolve(3); q.then = undefined; Promise.resolve().then(() => { delete q.then; }); return q; },
};
const uses = {
  pass: (p) => p.then(),
  catch: (p) => p.catch(() => {}),
  finally: (p) => p.finally(() => {}),
  waits: (p) => p.finally(() => p),
  resolve: (p) => new Promise((r) => r(p)),
  handler: (p) => Promise.resolve().then(() => p),
  return: (p) => (async () => p)(),
  await: (p) => (async () => await p)(),
  race: (p) => Promise.race([p]),
  all: (p) => Promise.all([p]).then((a) => a[0]),
  thenable: (p) => new Promise((r) => r({ then(f) { f(p); } })),
  subclass: (p) => (async () => await (class S extends Promise {}).resolve(p))(),
};
const cells = [];
for (const use in uses) for (const kind in kinds) cells.push([use, kind]);
const go = () => {
  if (cells.length === 0) return;
  const [use, kind] = cells.shift();
  uses[use](new Promise((r) => r(kinds[kind]()))).then((v) => say(typeof v), (e) => say('rejected ' + typeof e));
  ruler(9);
  setTimeout(() => { log(use + ' ' + kind + ': ' + out.join(' ')); out.length = 0; go(); }, 1);
};
go();
