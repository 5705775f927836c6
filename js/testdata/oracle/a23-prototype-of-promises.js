class Sub extends Promise {}
const round = (n, f) => { let q = Promise.resolve(); for (let i = 1; i < 9; i++) q = q.then(() => seen.push(i)); };
const seen = [];
const runs = [
  async (p) => { await p; seen.push('await'); },
  (p) => { Promise.resolve().finally(() => p).then(() => seen.push('finally')); },
  async (p) => { for await (const x of [p]) seen.push('for await'); },
  (p) => { Promise.all([p]).then(() => seen.push('all')); },
  (p) => { new Promise((f) => f(p)).then(() => seen.push('resolved')); },
];
const made = [
  () => Object.setPrototypeOf(Promise.resolve(1), Sub.prototype),
  () => { const p = Promise.resolve(1); p.__proto__ = Sub.prototype; return p; },
  () => Object.setPrototypeOf(Sub.resolve(1), Promise.prototype),
  () => Reflect.construct(Promise, [(f) => f(1)], Sub),
];
(async () => {
  for (const make of made) for (const run of runs) {
    seen.length = 0;
    round(); run(make());
    await new Promise((f) => setTimeout(f, 1));
    console.log(seen.join(' '));
  }
  let p = new Sub((f) => setTimeout(() => f(p)));
  p.catch((e) => console.log('itself', e instanceof TypeError));
  const q = Sub.resolve().then(() => q);
  q.catch((e) => console.log('its own', e instanceof TypeError));
})();
