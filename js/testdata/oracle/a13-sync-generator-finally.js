// {"name":"a13-sync-generator-finally","env":"both","file":"a13-sync-generator-finally.js"}
const show = (n, f) => { try { const v = f(); log(n, v.value, v.done); } catch (e) { log(n, 'threw', e); } };
const f = {
  *a() { try { try { yield 1; } finally { yield 2; } } catch (e) { log('caught', e); } },
  *b() { try { try { yield 1; } finally { log('f'); throw 'x'; } } catch (e) { log('caught', e); yield 9; } log('end'); },
  *c() { try { try { yield 1; } catch (e) { log('not here'); } finally { log('inner'); } } finally { log('outer'); } },
  *d() { try { try { yield 1; } finally { throw 'x'; } } finally { log('outer'); } },
  *e() { L: { try { try { yield 1; } finally { break L; } } finally { log('outer'); } } yield 7; },
  *g() { try { try { yield; } finally { return 6; } } finally { log('outer'); } },
  *h() { try { try { yield 1; } finally { yield 4; } } finally { log('outer'); } },
  *i() { try { try { yield 1; } finally { try { throw 'own'; } catch (e) { log('own', e); } } } catch (e) { log('not here'); } },
  *j() { try { for (const x of f.h()) { try { yield x; } finally { log('round'); } } } finally { log('outer j'); } },
  *k() { try { try { yield* f.h(); } finally { log('mine'); } } finally { log('outer k'); } },
  *l() { try { yield 1; } finally { log('alone'); } },
  *m() { const g = f.h(); try { try { yield g.next().value; } finally { log(g.return(3).value); } } catch (e) { log('caught', e); } },
};
for (const name of Object.keys(f)) {
  const it = f[name]();
  show(name + '1', () => it.next());
  show(name + '2', () => it.return(5));
  show(name + '3', () => it.throw('t'));
  show(name + '4', () => it.return(8));
  show(name + '5', () => it.next());
}
for (const name of Object.keys(f)) try { for (const x of f[name]()) { log('of', name, x); break; } } catch (e) { log(e); }
const fresh = f.a();
show('fresh', () => fresh.return(1));
for (const method of ['next', 'return', 'throw']) try { f.a.prototype[method].call({}); } catch (e) { log(e.name); }
log(f.a.prototype.return.name, f.a.prototype.return.length);
