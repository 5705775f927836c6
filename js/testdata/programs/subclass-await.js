// What is awaited of a subclass is asked for its own then.
class P extends Promise {
  then(a, b) { console.log('P.then'); return super.then(a, b); }
}
(async () => { await P.resolve(1); console.log('awaited'); })();
Promise.resolve(P.resolve(2)).then((v) => console.log('v' + v));
(async function () {
  async function* g() { yield P.resolve(3); }
  for await (const v of g()) console.log('g' + v);
  for await (const v of [P.resolve(4)]) console.log('a' + v);
})();
let q = Promise.resolve();
for (let i = 1; i <= 9; i++) q = q.then(() => console.log(i));
