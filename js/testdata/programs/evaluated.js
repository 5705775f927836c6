// Text that is evaluated as code, and what functions say of themselves.
function f2() { return 1 }
{ function f2() {} console.log(f2.name); }
console.log(eval('1+1'), (0, eval)('2+2'), new Function('a', 'b', 'return a + b')(1, 2), Function('return this')() === globalThis);
(function () { var x = 5; console.log(eval('x + 1')); eval('var y = 7'); console.log(y); eval('for (let i = 0; i < 3; i++) x++'); console.log(x); console.log(eval('(n => n > 0 ? 1 : 2)(3)'), eval('while (x-- > 0); x')); })();
(0, eval)('var glob = 3; async function later() { await null; console.log("later", glob); }');
later(); Promise.resolve().then(() => console.log('then'));
console.log(glob, typeof __async);
const AF = (async () => {}).constructor;
console.log(AF.name, AF === Function, Object.prototype.toString.call(async () => {}), (async function z() {}).name);
new AF('a', 'await null; console.log("AF", a); await new Promise(r => setTimeout(r, 1)); console.log("after")')(4);
const AG = (async function* () {}).constructor;
(async () => { for await (const x of AG('yield 1; yield* [2, 3]; return 4')()) console.log(x); })();
const GF = (function* () {}).constructor; console.log([...GF('yield 1; yield 2')()], GF.name);
try { Function('}, function(){'); } catch (e) { console.log(e.name); }
try { (0, eval)('1 +'); } catch (e) { console.log(e.name); }
console.log(Function.prototype.constructor === Function, (() => {}) instanceof Function, Function.name, Function.length, eval.name, eval.length);
console.log(f2, async () => {}, class A {}, async function* q() {}, (0, eval)('(function w() {})'));
function outer() { const g = async () => {}; return g } console.log(outer, outer());
console.log(eval('x1 = 3'), x1, eval({}) , eval());
console.log(Object.getOwnPropertyNames(Object.getPrototypeOf((async function* () {}).prototype)).sort().join(), async function* () {}.constructor.name);
async function* counted() { yield this; }
counted.prototype.more = 7;
console.log(counted().more, counted() instanceof counted, typeof counted().next);
console.log(Object.getPrototypeOf(async () => {}) === AF.prototype, AF.prototype.constructor === AF, AF.length, Object.getPrototypeOf(AF) === Function);
class Named { static make = async () => {}; field = function () {}; }
console.log(Named.make.name, new Named().field.name, Named.name, (class {}).name, (() => {}).name);
