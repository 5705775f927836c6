// {"name":"a05-sync-iterator-that-throws","env":"both","file":"a05-sync-iterator-that-throws.js"}
const answers = {
  'next throws': () => { throw 'from next'; },
  'next gives no object': () => 7,
  'done throws': () => ({ get done() { throw 'from done'; } }),
  'value throws though it is done': () => ({ done: true, get value() { throw 'from value'; } }),
  'value is rejected': () => ({ done: false, value: Promise.reject('rejected') }),
  'value is rejected when it is done': () => ({ done: true, value: Promise.reject('rejected') }),
};
const iterator = (next) => ({
  asked: 0,
  [Symbol.iterator]() { return this; },
  next() { return this.asked++ ? next() : { done: false, value: 1 }; },
  return() {
    console.log('return is called');
    throw 'from return';
  },
  throw(e) { throw 'from throw of ' + e; },
});
(async () => {
  for (const name in answers) {
    console.log(name);
    Promise.resolve().then(() => console.log('job 1')).then(() => console.log('job 2')).then(() => console.log('job 3'));
    try {
      for await (const value of iterator(answers[name])) console.log(value);
    } catch (e) {
      console.log('caught ' + (e instanceof TypeError ? 'a TypeError' : e));
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const generator = (async function* () { yield* iterator(); })();
  await generator.next();
  await generator.throw('given').catch((e) => console.log('caught ' + e));
})();
