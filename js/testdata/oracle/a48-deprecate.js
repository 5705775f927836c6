const util = require('util');
process.on('warning', (w) => console.log('warning', w.name, w.code, w.message));
class Old { constructor(a) { this.a = a; } }
const f = util.deprecate((a, b) => a + b, 'old f', 'DEPX'), g = util.deprecate(() => 'g', 'old g', 'DEPX'), h = util.deprecate(function () { return this; }, 'old h'), C = util.deprecate(Old, 'old C', 'DEPY');
console.log(f(1, 2), f.length, f.name, Object.getPrototypeOf(f) === Function.prototype);
console.log(f(3, 4), g(), h.call(5) == 5);
h.call(1);
const c = new C(7);
console.log(c instanceof Old, c instanceof C, c.a);
process.nextTick(() => console.log('tick'));
try { util.deprecate(() => {}, 'x', 5); console.log('no error'); } catch (e) { console.log(e.code); }
process.noDeprecation = true;
console.log(util.deprecate(() => 'quiet', 'q', 'DEPQ')());
console.log(typeof util.deprecate(() => 0, 'q'));
process.noDeprecation = false;
process.emitWarning('x', 'T', function ctor() {});
process.emitWarning('y', function ctor() {});
