// yield* over iterators without return or throw, and over sync ones that have
// return, where what they give is rejected.
const tick = (n, p = Promise.resolve()) => { for (let i = 1; i <= n; i++) p = p.then(() => console.log('tick', i)); };
const said = (e) => e instanceof TypeError ? 'TypeError' : e;
tick(20);

const run = (name, over, calls) => {
  const it = (async function* () {
    try { console.log(name, 'gave', yield* over); } catch (e) { console.log(name, 'caught', said(e)); yield 'caught'; } finally { console.log(name, 'finally'); }
  })();
  for (const [method, value] of calls) {
    it[method](value).then((r) => console.log(name, method, r.value, r.done), (e) => console.log(name, method, 'rejected', said(e)));
  }
};
const asynchronous = { [Symbol.asyncIterator]() { return this; }, next() { return { done: false, value: 1 }; } };
const synchronous = { [Symbol.iterator]() { return this; }, next() { return { done: false, value: 1 }; } };
const closing = { return(v) { console.log('return', v); return { done: true, value: v }; } };

run('a', asynchronous, [['next'], ['return', 'r'], ['next']]);
run('b', asynchronous, [['next'], ['throw', 't'], ['next']]);
run('c', [1, 2], [['next'], ['return', 'r'], ['next']]);
run('d', [1, 2], [['next'], ['throw', 't'], ['next']]);
run('e', { ...synchronous, ...closing }, [['next'], ['throw', 't'], ['next']]);
run('f', { ...synchronous, ...closing, next() { return { done: false, value: Promise.reject('rejected') }; } }, [['next'], ['next']]);
run('g', { ...synchronous, ...closing, next() { return { done: true, value: Promise.reject('rejected at the end') }; } }, [['next'], ['next']]);
(async () => { for await (const x of { ...synchronous, ...closing, next() { return { done: false, value: Promise.reject('rejected') }; } }) console.log(x); })().catch((e) => console.log('loop', e));
const patched = (async function* () { yield 1; })();
patched.next = () => ({ done: true, value: 'its own next' });
run('h', patched, [['next'], ['next']]);
