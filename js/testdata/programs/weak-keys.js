// What can be held weakly.
for (const k of [Symbol('a'), Symbol.for('b'), Symbol.iterator, 1, null, 'x']) { const w = new WeakMap(), s = new WeakSet(); for (const f of [() => w.set(k, 1).get(k), () => s.add(k).has(k), () => w.has(k), () => w.delete(k)]) try { console.log(f()) } catch (e) { console.log(e.name, e.message) } }
