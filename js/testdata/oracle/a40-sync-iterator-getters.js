// The throw or return of an iterator that is not asynchronous is a getter that throws.
const it = (o) => ({ [Symbol.iterator]: () => Object.defineProperties({ next: () => ({ done: false, value: 1 }) }, Object.getOwnPropertyDescriptors(o)) });
async function* over(o) {
  try { yield* o; } catch (e) { console.log('caught', e); }
}
async function count() {
  for (const n of [1, 2, 3, 4]) { await null; console.log(n); }
}
(async () => {
  const a = over(it({ get throw() { throw 'throw'; } }));
  await a.next();
  a.throw('T');
  console.log('asked');
  await count();
  const b = over(it({ get return() { throw 'return'; } }));
  await b.next();
  b.return('R');
  await count();
  (async () => {
    try { for await (const x of it({ get return() { throw 'of the loop'; } })) break; } catch (e) { console.log('caught', e); }
  })();
  await count();
})();
