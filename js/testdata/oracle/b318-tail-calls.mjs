// {"name":"b318-tail-calls","env":"browser","file":"b318-tail-calls.mjs"}
const p = Promise.resolve('value'), f = () => p, o = { f, o: { f } }, x = null;
const thenable = () => ({ then(resolve) { resolve('adopted'); } });
const rejected = () => { const q = Promise.reject('reason'); q.catch(() => {}); return q; };
const is = (v) => v instanceof Promise ? 'a promise' : typeof v === 'object' && v ? 'an object' : String(v);
const told = (name, it) => new Promise((over) => {
  let jobs = 0, answer;
  it.next().then((r) => { answer = is(r.value); }, (e) => { answer = 'threw ' + e; });
  const count = () => { if (answer) { log(name + ': ' + answer + ', ' + jobs); over(); } else if (jobs++ < 30) Promise.resolve().then(count); };
  Promise.resolve().then(count);
});
class A { static f() { return p; } static #f() { return p; } static #p = p; static async *read() { return this.#p; } static async *own() { return this.#f(); } }
class B extends A { static async *base() { return super.f(); } }
const generators = {
  call: async function* () { return f(); },
  method: async function* () { return o.f(); },
  index: async function* () { return o['f'](); },
  spread: async function* () { return f(...[1]); },
  chained: async function* () { return f().then(() => 1); },
  applied: async function* () { return Reflect.apply(f, null, []); },
  arrow: async function* () { return (async () => 1)(); },
  optional: async function* () { return f?.(); },
  'optional member': async function* () { return o?.o.f(); },
  'optional not called': async function* () { return x?.f(); },
  tagged: async function* () { return f`text`; },
  'private': () => A.own(),
  'private read': () => A.read(),
  'super': () => B.base(),
  consequent: async function* () { return o ? f() : p; },
  alternate: async function* () { return x ? p : f(); },
  'other branch': async function* () { return o ? p : f(); },
  and: async function* () { return o && f(); },
  'and, left': async function* () { return x && f(); },
  or: async function* () { return x || f(); },
  'or, left': async function* () { return f() || p; },
  nullish: async function* () { return x ?? f(); },
  'nullish, left': async function* () { return p ?? f(); },
  comma: async function* () { return x, f(); },
  'comma, left': async function* () { return f(), p; },
  nested: async function* () { return o && (x || (0, f())); },
  value: async function* () { return (() => 5)(); },
  plain: async function* () { return 5; },
  nothing: async function* () { return; },
  rejected: async function* () { return rejected(); },
  thenable: async function* () { return thenable(); },
  throwing: async function* () { return (() => { throw 'no'; })(); },
  variable: async function* () { const r = f(); return r; },
  assigned: async function* () { let r; return r = f(); },
  awaited: async function* () { return await f(); },
  'new': async function* () { return new Promise((resolve) => resolve(1)); },
  not: async function* () { return !f(); },
  object: async function* () { return { ...o }; },
  'after await': async function* () { await 0; return f(); },
  'try': async function* () { try { return f(); } catch {} },
  'try finally': async function* () { try { return f(); } finally {} },
  'catch': async function* () { try { throw 1; } catch { return f(); } },
  'catch before finally': async function* () { try { throw 1; } catch { return f(); } finally {} },
  'catch in try': async function* () { try { try { throw 1; } catch { return f(); } } catch {} },
  'finally': async function* () { try {} finally { return f(); } },
  'behind try': async function* () { try {} finally {} return f(); },
  'for': async function* () { for (let i = 0; ; i++) return f(); },
  'while': async function* () { while (true) return f(); },
  'switch': async function* () { switch (1) { default: return f(); } },
  label: async function* () { a: { return f(); } },
  'for of': async function* () { for (const i of [1]) return f(); },
  'for in': async function* () { for (const i in o) return f(); },
  'for await': async function* () { for await (const i of [1]) return f(); },
  'behind for of': async function* () { for (const i of [1]); return f(); },
  'return yield*': async function* () { return yield* (async function* () { return f(); })(); },
  'value of yield*': async function* () { const r = yield* (async function* () { return f(); })(); yield r === p ? 'the promise' : r; },
};
(async () => {
  for (const [name, g] of Object.entries(generators)) await told(name, g());
  const it = (async function* () { yield 1; return f(); })();
  it.next();
  it.next().then((r) => log('second', is(r.value), r.done));
  it.next().then((r) => log('third', is(r.value), r.done));
  it.return(p).then((r) => log('fourth', is(r.value), r.done));
})();
