// {"name":"b346-results-asked","env":"browser","file":"b346-results-asked.js"}
// The results of async generators are objects, which are asked for the then that they inherit.
const out = [], say = (s) => out.push(s);
const ruler = (n) => { let p = Promise.resolve(); for (let i = 1; i <= n; i++) p = p.then(() => { say('.'); }); };
const isResult = (o) => typeof o === 'object' && Object.prototype.hasOwnProperty.call(o, 'done');
const asked = { configurable: true, get() { if (isResult(this)) say('asked ' + this.done); } };
const called = { configurable: true, get() { if (isResult(this)) return function (f) { say('called'); f(typeof this.value); }; } };
const thrown = { configurable: true, get() { if (isResult(this)) throw 'E'; } };
const tell = (p) => p.then((v) => say(typeof v), (e) => say('rejected ' + (e instanceof TypeError ? 'TypeError' : e)));
const over = (of) => (async function* () { try { return yield* of; } catch (e) { say('caught ' + (e instanceof TypeError ? 'TypeError' : e)); } })();
const one = async function* () { yield 1; };
const uses = {
  yield: () => { const o = one(); tell(o.next()); tell(o.next()); },
  return: () => { const o = (async function* () { return 1; })(); tell(o.next()); tell(o.next()); },
  requests: () => { const o = one(); tell(o.return(1)); tell(o.throw(1)); tell(o.next()); },
  generator: () => { const o = over(one()); tell(o.next()); tell(o.next()); },
  array: () => { const o = over([1]); tell(o.next()); tell(o.return(2)); },
  iterator: () => { const o = over({ [Symbol.asyncIterator]: () => ({ next: () => ({ value: 1, done: false }) }) }); tell(o.next()); tell(o.return(3)); },
  loop: () => { tell((async () => { for await (const x of one()) say('x' + x); })()); },
};
const cells = [];
for (const use in uses) for (const [name, then] of [['asked', asked], ['called', called], ['thrown', thrown]]) cells.push([use, name, then]);
const go = () => {
  if (cells.length === 0) return;
  const [use, name, then] = cells.shift();
  setTimeout(() => {
    Object.defineProperty(Object.prototype, 'then', then);
    uses[use]();
    ruler(12);
  }, 1);
  setTimeout(() => { delete Object.prototype.then; log(use + ' ' + name + ': ' + out.join(' ')); out.length = 0; go(); }, 5);
};
go();
