// What AsyncLocalStorage carries along, and where.
const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
const als = new AsyncLocalStorage(), other = new AsyncLocalStorage();
const lines = [];
const say = (name) => lines.push([name, als.getStore(), other.getStore()].join(' ')); // sorted in the end: when timers fire is not asked here
setTimeout(() => console.log(lines.sort().join('\n')), 300);

say('main');
als.run('A', () => {
  say('run');
  setTimeout(() => say('timeout'), 1);
  setImmediate(() => say('immediate'));
  process.nextTick(() => say('tick'));
  queueMicrotask(() => say('microtask'));
  Promise.resolve().then(() => say('then'));
  Promise.reject(new Error('x')).catch(() => say('catch'));
  Promise.resolve().finally(() => say('finally'));
  (async () => { await null; say('await'); await new Promise((r) => setTimeout(r, 2)); say('await timer'); })();
  other.run('B', () => { setTimeout(() => say('both'), 3); });
  als.exit(() => { say('exit'); setTimeout(() => say('exited timeout'), 4); });
  say('after exit');
});
say('after run');

// A promise made in a run, and then'd outside, and the other way round.
const made = als.run('P', () => Promise.resolve());
made.then(() => say('made inside, then outside'));
const outside = Promise.resolve();
als.run('Q', () => outside.then(() => say('made outside, then inside')));

// A resolver that is called elsewhere.
let resolve;
als.run('R', () => new Promise((r) => { resolve = r; }).then(() => say('resolved elsewhere')));
als.run('S', () => resolve());

// Resources.
const resource = als.run('T', () => new AsyncResource('x'));
resource.runInAsyncScope(() => say('in scope'));
als.run('U', () => resource.runInAsyncScope(() => say('in scope, inside another')));
const bound = als.run('V', () => AsyncResource.bind(() => say('bound')));
bound();

// Thenables.
als.run('W', () => { (async () => { await { then(f) { say('then of a thenable'); f(); } }; say('after a thenable'); })(); });
let give;
const waits = als.run('X', () => new Promise((r) => { give = r; }));
als.run('Y', () => give({ then(f) { say('thenable that resolves'); f(); } }));
als.run('Z', () => waits.then(() => say('after it')));

// An exception leaves.
try { als.run('E', () => { throw new Error('e'); }); } catch (e) { say('caught'); }
say('arguments ' + als.run('F', (a, b) => a + b, 1, 2));
als.run(undefined, () => say('run undefined'));
