// Warnings, told by a tick.
process.on('warning', (w) => console.log('W', w.name, '|', w.message, '|', w.code, '|', w.detail));
class MyError extends Error { constructor(m) { super(m); this.name = 'Mine'; } }
process.emitWarning(new MyError('mine'), 'ignored');
process.emitWarning('a', { type: 'T', code: 'C', detail: 'some detail' });
process.emitWarning('b', 'DeprecationWarning', 'D');
for (const bad of [undefined, 5, {}, null]) try { process.emitWarning(bad); console.log('none') } catch (e) { console.log(e.name, e.code, e.message) }
try { process.emitWarning('x', 5); console.log('none') } catch (e) { console.log(e.name, e.code, e.message) }
process.noDeprecation = true; process.emitWarning('c', 'DeprecationWarning'); process.noDeprecation = false;
const E = require('events'); const e = new E(); e.setMaxListeners(1); e.on('x', () => {}); e.on('x', () => {}); e.on('x', () => {}); e.on(Symbol('s'), () => {}); 
class Sub extends E {} const s = new Sub(); for (let i = 0; i < 11; i++) s.once(Symbol('q'), () => {}); for (let i = 0; i < 11; i++) s.prependListener('y', () => {});
const z = new E(); z.setMaxListeners(0); for (let i = 0; i < 20; i++) z.on('q', () => {});
E.defaultMaxListeners = 2; const d = new E(); d.on('r', () => {}).on('r', () => {}).on('r', () => {}); d.removeAllListeners('r'); d.on('r', () => {}).on('r', () => {}).on('r', () => {}); E.defaultMaxListeners = 10;
process.once('warning', (w) => console.log('once', w.name));
Promise.resolve().then(() => console.log('job')); process.nextTick(() => console.log('tick'));
setTimeout(() => { process.emitWarning('later'); console.log('t'); Promise.resolve().then(() => console.log('t job')); }, 1);
process.on('exit', () => { process.emitWarning('at exit'); console.log('exit'); });
setTimeout(() => {}, -1); setTimeout(() => {}, -5); setTimeout(() => {}, NaN); setTimeout(() => {}, 'x'); setTimeout(() => {}, undefined); setTimeout(() => {}); setTimeout(() => {}, 0); setTimeout(() => {}, null);
setTimeout(() => {}, 2 ** 31); setTimeout(() => {}, 2 ** 31 - 1).unref(); setTimeout(() => {}, Infinity); setTimeout(() => {}, 3e9); clearInterval(setInterval(() => {}, 1e12)); setTimeout(() => {}, '1e10'); setTimeout(() => {}, -Infinity); 
clearInterval(setInterval(() => {}, -3));
process.nextTick(() => console.log('tick'));
