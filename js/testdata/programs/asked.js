// What promises and awaits ask objects for, how often and in which order.
const asked = (name, value, log = name) => ({ get then() { console.log('then of', log); return undefined; }, name });
const tick = (name) => Promise.resolve().then(() => console.log(name));

// The constructor of a promise that is awaited.
class Sub extends Promise { constructor(f) { super(f); console.log('new Sub'); } }
(async () => {
  const p = Promise.resolve(1);
  Object.defineProperty(p, 'constructor', { get() { console.log('constructor'); return Promise; } });
  await p;
  console.log('one job later');
  const q = Promise.resolve(2);
  q.constructor = Sub;
  tick('tick 1'); tick('tick 2');
  await q;
  console.log('three jobs later');
  const broken = Promise.resolve(3);
  Object.defineProperty(broken, 'constructor', { get() { throw 'no constructor'; } });
  try { await broken; } catch (e) { console.log(e); }
})()

  // A subclass: each then makes one.
  .then(() => Sub.resolve(4).then(() => {}).finally(() => {}))
  .then(() => new Promise((done) => done(Sub.resolve(5))))

  // Functions that are handed on as they are.
  .then(() => {
    const given = [];
    function P(executor) { executor(resolve, reject); }
    function resolve(v) { console.log('resolved', v); }
    function reject(v) { console.log('rejected', v); }
    P.resolve = (v) => v;
    Promise.race.call(P, [{ then(a, b) { given.push(a === resolve, b === reject); a(1); a(2); b(3); } }]);
    Promise.all.call(P, [{ then(a, b) { given.push(a === resolve, b === reject); a(1); a(2); b(3); } }]);
    console.log(...given);
  })

  // Iterables: the first mistake counts, and one of the iterator's own closes nothing.
  .then(() => {
    const over = (next) => ({ [Symbol.iterator]: () => ({ next, return() { console.log('return'); return {}; } }) });
    const told = (name, iterable) => Promise.all(iterable).then(() => console.log(name, 'fulfilled'), (e) => console.log(name, e.message || e));
    const bad = Promise.resolve();
    bad.then = () => { throw 'then throws'; };
    return told('then', over(() => ({ done: false, value: bad })))
      .then(() => told('done', over(() => ({ get done() { throw 'done throws'; } }))))
      .then(() => told('value', over(() => ({ done: false, get value() { throw 'value throws'; } }))))
      .then(() => told('next', over(() => { throw 'next throws'; })));
  })

  // A generator that is asked to return what has a then: it is awaited when the generator comes to it.
  .then(() => {
    async function* f() { console.log('start'); yield 123; }
    tick('tick 1').then(() => console.log('tick 2'));
    const it = f();
    it.next();
    return it.return(asked('given to return'));
  })

  // yield* asks for done, then for value.
  .then(async () => {
    const inner = { [Symbol.asyncIterator]() { return this; }, next: () => ({ get value() { console.log('value'); return 1; }, get done() { console.log('done'); return true; } }) };
    async function* f() { console.log('gave', yield* inner); }
    await f().next();
    async function* g() { yield* { [Symbol.asyncIterator]: () => ({ next: null }) }; }
    await g().next().catch((e) => console.log(e.name));
  });
