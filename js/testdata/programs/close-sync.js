// An iterator that is not asynchronous, under a loop that is: when it is closed.
(async () => {
let n = 0;
const it = { [Symbol.iterator]() { return { next() { return { value: Promise.reject('r'), done: false }; }, return() { n++; return {}; } } } };
try { for await (const x of it); } catch (e) { console.log('caught', e instanceof Error ? e.name : e, n); }
n = 0;
async function* g() { yield* it; }
try { for await (const x of g()); } catch (e) { console.log('caught', e instanceof Error ? e.name : e, n); }
n = 0;
const it2 = { [Symbol.iterator]() { return { next() { const p = Promise.resolve(1); Object.defineProperty(p, 'constructor', { get() { throw 'ctor'; } }); return { value: p, done: false }; }, return() { n++; return {}; } } } };
try { for await (const x of it2); } catch (e) { console.log('caught', e instanceof Error ? e.name : e, n); }
n = 0;
const it3 = { [Symbol.iterator]() { return { next() { return { value: 1, done: false }; }, throw() { return { value: Promise.reject('r'), done: false }; }, return() { n++; return {}; } } } };
async function* g3() { yield* it3; }
try { const i = g3(); await i.next(); await i.throw(); } catch (e) { console.log('caught', e instanceof Error ? e.name : e, n); }
n = 0;
const it4 = { [Symbol.iterator]() { return { next() { return { value: 1, done: false }; }, get return() { n++; throw "getter"; } } } };
async function* g4() { yield* it4; }
try { const i = g4(); await i.next(); await i.throw(); } catch (e) { console.log('caught', e instanceof Error ? e.name : e, n); }
})()
