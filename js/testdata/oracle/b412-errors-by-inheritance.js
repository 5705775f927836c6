// What a process warns of reasons of rejections that inherit from Error.prototype, or no more, without a stack of their own.
process.on('warning', (w) => console.log(w.name, JSON.stringify(String(w.message).slice(0, 60))));
function MyErr(m) { this.message = m; }
require('util').inherits(MyErr, Error);
Promise.reject(new MyErr('x'));
Promise.reject(Object.create(Error.prototype));
const own = new MyErr('y'); own.stack = 'a stack of its own'; Promise.reject(own);
const num = new MyErr('z'); num.stack = 7; Promise.reject(num);
const bad = new MyErr('t'); Object.defineProperty(bad, 'stack', { get() { throw 1; } }); Promise.reject(bad);
const e = new Error('plain'); Object.setPrototypeOf(e, null); Promise.reject(e);
const f = new Error('cut'); Object.setPrototypeOf(f, Object.prototype); Promise.reject(f);
class K { static [Symbol.hasInstance]() { return true; } } Promise.reject(new K());
const g = new Error('undef'); g.stack = undefined; Promise.reject(g);
const h = new Error('null'); h.stack = null; Promise.reject(h);
const n = new Error('named'); n.name = 'N'; Object.setPrototypeOf(n, null); Promise.reject(n);
const em = new Error(''); Object.setPrototypeOf(em, null); Promise.reject(em);
const en = new Error(''); en.name = 'N'; Object.setPrototypeOf(en, null); Promise.reject(en);
