// {"name":"a14-sync-iterator-null","env":"node","file":"a14-sync-iterator-null.js"}
const mk = (m, v) => { let i = 0; return { [Symbol.iterator]() { return this; }, next() { return { value: ++i, done: i > 2 }; }, [m]: v, ...(m === 'throw' ? { return(x) { log('return'); return { value: x, done: true }; } } : {}) }; };
(async () => {
for (const [m, v] of [['throw', null], ['throw', undefined], ['return', null], ['return', undefined], ['throw', 5], ['return', 5]]) {
  async function* g() { try { yield* mk(m, v); } catch (e) { log(m, v, 'in', e && e.message || e); } }
  const it = g(); await it.next();
  try { log(m, v, JSON.stringify(await it[m]('X'))); } catch (e) { log(m, v, 'out', e && e.message || e); }
  try { for await (const x of mk('return', v)) break; log('loop over'); } catch (e) { log('loop', v, e.message); }
}
})();
