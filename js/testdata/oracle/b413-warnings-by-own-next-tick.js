// A process.nextTick of the program's own is what Node's warnings and errors of listeners go through.
const list = [], L = (...a) => { list.push(a.join(' ')); }; process.on('exit', () => { delete process.nextTick; process.nextTick = nt; for (const l of list) console.log(l); }); const nt = process.nextTick;
process.on('warning', (w) => L('W', w.name));
process.on('uncaughtException', (e) => L('X', String(e)));
process.nextTick = function (f, ...a) { f.name.startsWith('afterWrite') || L('NT', f.name, a.length, this === process, typeof a[0]); return nt.call(this, f, ...a); };
process.emitWarning('a');
setTimeout(() => {}, 3e9).unref();
const e = new (require('events'))(); for (let i = 0; i < 12; i++) e.on('x', () => {});
for (let i = 0; i < 12; i++) process.on('y', () => {});
Promise.resolve().then(() => L('job'));
const p = Promise.reject(1);
setTimeout(() => p.catch(() => {}), 50);
process.on('unhandledRejection', () => {});
new Promise((resolve, reject) => { resolve(); reject(); }); // multipleResolves
