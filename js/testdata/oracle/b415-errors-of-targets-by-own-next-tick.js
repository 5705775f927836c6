// A process.nextTick of the program's own is what errors of the listeners of targets, and of asynchronous ones of emitters, go through.
const list = [], L = (...a) => { list.push(a.join(' ')); }; process.on('exit', () => { delete process.nextTick; process.nextTick = nt; for (const l of list) console.log(l); }); const nt = process.nextTick;
process.on('warning', (w) => L('W', w.name));
process.on('uncaughtException', (e) => L('X', String(e)));
process.nextTick = function (f, ...a) { f.name.startsWith('afterWrite') || L('NT', f.name, a.length, this === process, typeof a[0]); return nt.call(this, f, ...a); };
const t = new EventTarget(); t.addEventListener('a', () => { throw 1; }); t.dispatchEvent(new Event('a'));
t.addEventListener('b', async () => { throw 2; }); t.dispatchEvent(new Event('b'));
t.addEventListener('c', { handleEvent() { throw 3; } }); t.dispatchEvent(new Event('c'));
for (let i = 0; i < 12; i++) t.addEventListener('x', () => {});
const e = new (require('events'))({ captureRejections: true });
e.on('x', async () => { throw 4; });
e.on('error', (x) => L('E', x));
e.emit('x');
setTimeout(() => L('timer'), 50);
