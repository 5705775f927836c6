// {"name":"a04-await-calls-no-then","env":"both","file":"a04-await-calls-no-then.js"}
const p = Promise.resolve();
const then = p.then;
p.then = function (...args) {
  console.log('then is called');
  return then.apply(this, args);
};
(async () => {
  await p;
  console.log('await');
})();
console.log('script');
