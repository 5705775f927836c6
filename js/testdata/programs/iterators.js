// Iterators that are none: what is thrown, and by whom.
const t = (f) => { try { console.log(f()); } catch (e) { console.log(e.name + ': ' + e.message); } };
const over = (iterator) => ({ [Symbol.iterator]: () => iterator });
const one = { next: () => ({ value: 1, done: false }) };
t(() => { for (const x of over({})) console.log(x); });
t(() => { for (const x of over({ next: 5 })) console.log(x); });
t(() => { for (const x of over({ next: () => 5 })) console.log(x); });
t(() => { for (const x of over(5)) console.log(x); });
t(() => { const [a] = over({}); return a; });
t(() => { const [a] = over({ next: 'x' }); return a; });
t(() => { let a; [a] = over({}); return a; });
t(() => Array.from(over({})));
t(() => new Map(over({})));
t(() => new Set(over({})));

// Leaving a loop.
t(() => { for (const x of over(Object.assign({ return() { throw new Error('return'); } }, one))) break; });
t(() => { for (const x of over(Object.assign({ return() { throw new Error('return'); } }, one))) throw new Error('body'); });
t(() => { for (const x of over(Object.assign({ return: () => 5 }, one))) break; });
t(() => { for (const x of over(Object.assign({ return: 5 }, one))) break; });
t(() => { const [a] = over(Object.assign({ return() { throw new Error('return'); } }, one)); return a; });

// What is asked for, and how often.
const asked = (target, name) => new Proxy(target, { get(of, key) { console.log(name, String(key)); return of[key]; } });
t(() => { for (const x of asked({ [Symbol.iterator]() { return asked({ n: 0, next() { return { value: this.n, done: this.n++ > 1 }; }, return() { return {}; } }, 'iterator'); } }, 'iterable')) console.log(x); });
t(() => { for (const x of asked([1, 2], 'array')) if (x > 1) break; });
t(() => { const [a, b] = asked({ [Symbol.iterator]: () => asked(Object.assign({ return: () => ({}) }, one), 'iterator') }, 'iterable'); return a + b; });
t(() => { function* g() { return yield* asked({ [Symbol.iterator]: () => asked({ next: (v) => ({ value: v, done: v === 'b' }), throw: (e) => ({ value: 'thrown ' + e, done: true }) }, 'iterator') }, 'iterable'); } const it = g(); it.next('a'); return it.throw('c').value; });

// Combinators.
const values = [5, undefined, null, true, 'text', {}, over({}), over({ next: 1 }), over(5), { [Symbol.iterator]: 5 }];
values.forEach((v, i) => Promise.all(v).then(() => console.log(i, 'done'), (e) => console.log(i, e.name + ': ' + e.message)));

// Other receivers, and no numbers.
t(() => WeakMap.prototype.get.call({}, 1));
t(() => WeakMap.prototype.set.call(new Map(), {}, 1));
t(() => Map.prototype.get.call({}, 1));
t(() => Set.prototype.add.call([], 1));
t(() => BigInt(1.5));
t(() => BigInt('1.5'));
t(() => BigInt(NaN));
t(() => Promise.prototype.finally.call(5));
