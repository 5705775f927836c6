// Targets of events with more listeners than they should have: each warns once, in a tick.
process.on('warning', (w) => { if (w.name !== 'ExperimentalWarning') console.log(w.name, w.message, w.type, w.count, typeof w.target, Object.keys(w).join()); });
const add = (target, n, type, options) => { for (let i = 0; i < n; i++) target.addEventListener(type, () => {}, options); };
Promise.resolve().then(() => console.log('job'));
setTimeout(() => console.log('timer'), 5);
const t = new EventTarget();
add(t, 13, 'x');
add(t, 13, 'y'); // it told already
class My extends EventTarget {}
add(new My(), 11, 'x');
add(new AbortController().signal, 11, 'abort');
add(new EventTarget(), 11, 'z', { signal: new AbortController().signal }); // the signal first
add(new EventTarget(), 10, 'ten');
const { port1, port2 } = new MessageChannel();
for (let i = 0; i < 11; i++) port1.on('message', () => {});
add(port2, 11, 'close');
port1.close();
// those that are removed count no more
const r = new EventTarget(), last = () => {};
for (let i = 0; i < 20; i++) { const f = () => {}; r.addEventListener('r', f); r.removeEventListener('r', f); }
add(r, 9, 'r');
for (let i = 0; i < 3; i++) r.addEventListener('r', last);
r.removeEventListener('r', last);
r.addEventListener('r', () => {}, { once: true });
r.dispatchEvent(new Event('r'));
add(r, 1, 'r');
console.log('ten of r');
add(r, 1, 'r');
t.addEventListener('n', undefined);
t.addEventListener('n', null);
// a signal that Node itself listens to
const c = new AbortController(), wait = require('timers/promises').setTimeout;
for (let i = 0; i < 11; i++) wait(1, i, { signal: c.signal });
// a listener that comes again is removed by the signal of the first
const u = new EventTarget(), again = () => console.log('again'), d = new AbortController();
u.addEventListener('b', again, { signal: d.signal });
u.removeEventListener('b', again);
u.addEventListener('b', again);
d.abort();
u.dispatchEvent(new Event('b'));
