// {"name":"a09-generator-end","env":"both","file":"a09-generator-end.js"}
const T = (n) => { let p = Promise.resolve(); for (let i = 1; i <= n; i++) p = p.then(() => log('--' + i)); };
const w = (n, p) => p.then((v) => log(n, 'ok', v && typeof v === 'object' ? JSON.stringify(v) : String(v)), (e) => log(n, 'err', String(e && e.name || e)));
T(12);
async function* a() { L: { try { yield 1; } finally { break L; } } }
const ia = a(); w('a1', ia.next()); w('a2', ia.return(5)); w('a3', ia.next());
async function* b() { try { yield 1; } catch (e) { log('caught', e); } }
const ib = b(); w('b1', ib.next()); w('b2', ib.return(Promise.reject('R'))); w('b3', ib.next());
async function* c() { L: { try { yield 1; } finally { break L; } } yield 2; }
const ic = c(); w('c1', ic.next()); w('c2', ic.return(5)); w('c3', ic.next());
async function* d() { try { yield 1; } catch (e) { log('caught', e); } return; }
const id = d(); w('d1', id.next()); w('d2', id.return(Promise.reject('R'))); w('d3', id.next());
