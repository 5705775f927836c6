// Rejections without exceptions before them; bind and snapshot.
const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
const als = new AsyncLocalStorage();
const lines = [];
const say = (name) => lines.push([name, als.getStore()].join(' ')); // sorted in the end: when timers fire is not asked here
setTimeout(() => console.log(lines.sort().join('\n')), 300);
process.on('unhandledRejection', (e) => say('unhandled ' + e));
process.on('rejectionHandled', (e) => say('handled'));
let p, reject, q;
als.run('A', () => { p = Promise.reject('plain'); });
als.run('B', () => { new Promise((_, r) => { reject = r; }); });
als.run('C', () => reject('elsewhere'));
als.run('D', () => { (async () => { await null; throw 'async'; })(); });
als.run('E', () => { Promise.resolve().then(() => { throw 'then'; }); });
als.run('F', () => { p.then(() => 0).then(() => 0); });
als.run('G', () => { (async () => { als.enterWith('entered'); await null; throw 'async entered'; })(); });
als.run('H', () => setTimeout(() => p.catch(() => say('late')), 2));
als.run('I', () => { new Promise(() => { throw 'executor'; }); });
als.run('J', () => { Promise.resolve({ then(f, r) { say('then'); r('thenable'); } }); });
als.run('K', () => { (async () => { await new Promise((_, r) => als.run('L', () => setTimeout(r, 1, 'timer'))); })(); });
als.run('M', () => { Promise.all([Promise.reject('all')]); });
als.run('N', () => { (async () => { als.run('O', () => als.enterWith('P')); say('entered in run'); throw 'q'; })(); });
if (Object.prototype.hasOwnProperty.call(AsyncLocalStorage, 'bind')) {
  const f = als.run('bound', () => AsyncLocalStorage.bind(function (x) { say('bound ' + x + this); return 7; }));
  say(f.call('!', 1) + f.length + f.name);
  const s = als.run('snap', () => AsyncLocalStorage.snapshot());
  say(als.run('other', () => s(function (x) { say('snapshot ' + x + (this === undefined)); return 8; }, 2)) + s.length + s.name);
}
const r = als.run('res', () => new AsyncResource('R'));
const g = r.bind(function () { say('resource bound'); });
als.run('elsewhere', g);
