// {"name":"a11-delegate-rejected","env":"both","file":"a11-delegate-rejected.js"}
{
// yield* over an iterator whose result holds a promise that is rejected
let i = 0;
const it = { [Symbol.asyncIterator]() { return this; },
  next(x) { log('next', x); return i++ ? { value: 'end', done: true } : { value: Promise.reject('R'), done: false }; },
  throw(e) { log('throw', e); return { value: 'from throw', done: true }; },
  return(x) { log('return', x); return { done: true }; } };
async function* g() { try { log('value', yield* it); } catch (e) { log('caught', e); } yield 'then'; }
const a = g();
a.next().then((r) => { log('ok', String(r.value), r.done); if (r.value.catch) r.value.catch(() => 0); }, (e) => log('err', e));
a.next().then((r) => log('ok', String(r.value), r.done), (e) => log('err', e));
}
// the same, and the iterator has no throw
{
let i = 0;
const it = { [Symbol.asyncIterator]() { return this; },
  next() { return i++ ? { value: 'end', done: true } : { value: Promise.reject('R'), done: false }; },
  return(x) { log('return', x); return { done: true }; } };
async function* g() { try { log('value', yield* it); } catch (e) { log('caught', String(e && e.name || e)); } yield 'then'; }
const a = g();
a.next().then((r) => { log('ok', String(r.value), r.done); if (r.value.catch) r.value.catch(() => 0); }, (e) => log('err', e));
a.next().then((r) => log('ok', String(r.value), r.done), (e) => log('err', e));
}
