// {"name":"a08-return-through-finally","env":"both","file":"a08-return-through-finally.js"}
const w = (n, p) => p.then((v) => log(n, 'ok', JSON.stringify(v.value), v.done), (e) => log(n, 'err', e));
const f = {
  async *a() { try { try { yield 1; } finally { yield Promise.reject('r'); } } catch (e) { log('caught ' + e); } },
  async *b() { try { try { yield 1; } finally { log('f'); throw 'x'; } } catch (e) { log('caught ' + e); yield 9; } log('end'); },
  async *c() { try { try { yield 1; } catch (e) { log('not here'); } finally { log('inner'); } } finally { log('outer'); } },
  async *d() { try { try { yield 1; } finally { throw 'x'; } } finally { log('outer'); } },
  async *e() { L: { try { try { yield 1; } finally { break L; } } finally { log('outer'); } } yield 7; },
  async *g() { try { try { yield 1; } finally { return 6; } } finally { log('outer'); } },
  async *h() { try { try { yield 1; } finally { await 0; log('awaited'); yield 4; } } finally { log('outer'); } },
  async *i() { try { try { yield 1; } finally { try { throw 'own'; } catch (e) { log('own ' + e); } } } catch (e) { log('not here'); } },
  async *j() { for await (const x of f.a()) { try { yield x; } finally { log('round'); } } },
  async *k() { try { for (const x of [1, 2]) { try { yield x; } finally { log('round'); } } } finally { log('outer'); } },
  async *l() { try { try { yield* f.h(); } finally { log('mine'); } } finally { log('outer mine'); } },
  async *m() { try { try { yield 1; } catch (e) { log('reason ' + e); yield 5; } } finally { log('outer'); } },
};
async function* n() { try { try { return 1; } finally { throw 'x'; } } catch (e) { log('caught ' + e); } }
async function* o() { try { try { return 1; } finally { await Promise.reject('y'); } } finally { log('outer'); } }
async function* p() { try { try { return 1; } finally { yield 2; } } finally { log('outer'); } }
async function* q() { try { try { return Promise.reject('late'); } catch (e) { log('caught ' + e); return 3; } finally { log('inner'); } } finally { log('outer'); } }
(async () => {
  for (const name of Object.keys(f)) {
    const it = f[name]();
    await w(name + 1, it.next());
    const last = [it.return(name === 'm' ? Promise.reject('R') : 5), it.next(), it.return(8), it.next()];
    for (const one of last) await w(name, one);
  }
  for (const make of [n, o, p, q]) {
    const it = make();
    await w(make.name, it.next());
    await w(make.name, it.throw('z'));
    await w(make.name, it.next());
  }
  const it = f.h();
  await w('x', it.next());
  await w('x', it.return(1));
  await w('x', it.return(2));
  await w('x', it.next());
})();
