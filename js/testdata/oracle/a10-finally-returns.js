// {"name":"a10-finally-returns","env":"both","file":"a10-finally-returns.js"}
const steps = (n) => { let p = Promise.resolve(); for (let i = 1; i <= n; i++) p = p.then(() => log('--' + i)); };
steps(10);
const w = (n, p) => p.then((v) => log(n, 'ok', v), (e) => log(n, 'err', e.name || e));
class Sub extends Promise {}
const own = Promise.resolve(1);
own.then = function (a, b) { log('own then', typeof a, typeof b); return Promise.prototype.then.call(this, a, b); };
const odd = Promise.resolve(1);
odd.constructor = function (f) { f(() => {}, () => {}); };
const bad = Promise.resolve(1);
Object.defineProperty(bad, 'constructor', { get() { throw 'constructor'; } });
const stays = Promise.resolve(1);
stays.then = () => 'what then gave';
const throws = Promise.resolve(1);
throws.then = () => { throw 'then'; };
const none = Promise.resolve(1);
none.then = undefined;
const returns = {
  nothing: () => {}, value: () => 7, promise: () => Promise.resolve(7), rejected: () => Promise.reject('R'), thenable: () => ({ then(r) { log('then of thenable'); r(7); } }),
  getter: () => ({ get then() { throw 'G'; } }), object: () => ({}), own: () => own, odd: () => odd, bad: () => bad, stays: () => stays, throws: () => throws,
  none: () => none, sub: () => Sub.resolve(7), throw: () => { throw 'T'; },
};
for (const name of Object.keys(returns)) {
  w(name, Promise.resolve('v').finally(returns[name]));
  w(name + ' of rejected', Promise.reject('e').finally(returns[name]));
}
w('sub', Sub.resolve('v').finally(() => Promise.resolve()));
w('sub of sub', Sub.resolve('v').finally(() => Sub.resolve()));
