// {"name":"a07-for-await-continue","env":"both","file":"a07-for-await-continue.js"}
const it = (name, n) => { let i = 0; return { [Symbol.asyncIterator]() { return this; },
  next() { i++; return { value: i, done: i > n }; }, return() { log(name + ' return'); return {}; } }; };
(async () => {
for await (const x of it('a', 3)) { if (x < 3) continue; } log('end a');
for await (const x of it('b', 3)) { switch (x) { case 3: continue; } } log('end b');
for await (const x of it('c', 2)) { for (const y of [1]) continue; } log('end c');
L: for await (const x of it('d', 2)) { for (const y of [1]) continue L; } log('end d');
for await (const x of it('e', 2)) { b: { break b; } } log('end e');
for await (const x of it('f', 2)) { try { continue; } finally { await 1; } } log('end f');
for await (const x of it('g', 2)) { try { continue; } finally { b: { break b; } } } log('end g');
for await (const x of it('h', 2)) continue; log('end h');
for await (const x of it('i', 2)) ; log('end i');
const r = it('j', 2); r.return = () => { log('j return'); throw 'thrown'; };
try { for await (const x of r) continue; } catch (e) { log(e); } log('end j');
const q = it('k', 2); q.return = () => { log('k return'); return 1; };
try { for await (const x of q) continue; } catch (e) { log(String(e)); } log('end k');
let n = 0; const s = it('l', 9); s.next = () => { if (n++ == 1) throw 'next'; return { value: 1, done: false }; };
try { for await (const x of s) continue; } catch (e) { log(String(e)); } log('end l');
const p = it('m', 2); p.return = undefined; for await (const x of p) continue; log('end m');
n = 0; const t = it('o', 9); t.next = () => { if (n++ == 1) return Promise.reject('rejected'); return { value: 1, done: false }; };
try { for await (const x of t) continue; } catch (e) { log(String(e)); } log('end o');
n = 0; const u = it('p', 9); u.next = () => { if (n++ == 1) return { get value() { throw 'value' }, done: false}; return { value: 1, done: false }; };
try { for await (const x of u) continue; } catch (e) { log(String(e)); } log('end p');
n = 0; const w = it('q', 9); w.next = () => { if (n++ == 1) return { get done() { throw 'done' } }; return { value: 1, done: false }; };
try { for await (const x of w) continue; } catch (e) { log(String(e)); } log('end q');
})();
