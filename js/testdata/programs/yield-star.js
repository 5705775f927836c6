// What yield* passes on: values that are promises and thenables, which are
// awaited or not, and the number of the job in which each is told.
let jobs = 0;
(function step() { jobs++; if (jobs < 60) Promise.resolve().then(step); })();
const tell = (text) => console.log(text, 'in job', jobs);
const kind = (v) => typeof v + (v && v.then ? ' with then' : '');
const show = (r) => `${kind(r.value)} ${r.done}`;
const over = (value, done) => ({
  [Symbol.asyncIterator]: () => ({
    next: () => ({ value: value('next'), done: done === 'next' }),
    return: () => ({ value: value('return'), done: true }),
    throw: () => ({ value: value('throw'), done: done === 'throw' }),
  }),
});
async function* passes(it) {
  const v = yield* it;
  tell(`the value of yield* is ${kind(v)}`);
}
const values = {
  promise: (v) => Promise.resolve(v),
  thenable: (v) => ({ then(resolve) { resolve(v); } }),
  error: (v) => new Error(v),
  nothing: () => undefined,
};
for (const [name, value] of Object.entries(values)) {
  const says = (what) => (r) => tell(`${name} ${what}: ${show(r)}`);
  const rejects = (what) => (e) => tell(`${name} ${what} rejects: ${e}`);
  for (const done of ['never', 'next', 'throw']) {
    (async () => {
      const g = passes(over(value, done));
      await g.next().then(says(`next, ${done}`), rejects('next'));
      await g.throw(5).then(says(`throw, ${done}`), rejects('throw'));
      await g.return(6).then(says(`return, ${done}`), rejects('return'));
    })();
  }
  (async () => {
    for await (const v of passes(over(value))) {
      tell(`${name} in for await: ${kind(v)}`);
      break;
    }
  })();
}
