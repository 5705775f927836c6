// The store in a generator's body that goes on, behind a yield, for a request that waits.
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
const tell = (name) => console.log(name, storage.getStore());
async function* g(name) { yield 1; tell(name); }
async function* twice(name) { yield 1; tell(name); yield 2; tell(name); }
async function* ends(name) { try { yield 1; } finally { tell(name); await null; tell(name); } }
async function* catches(name) { try { yield 1; } catch { tell(name); } }
async function* over(name) { yield* ends(name); }
storage.run('one', () => { const it = g('next'); it.next(); it.next(); });
storage.run('one', () => { const it = ends('return'); it.next(); it.return(2); });
storage.run('one', () => { const it = catches('throw'); it.next(); it.throw(2); });
storage.run('one', () => { const it = over('delegate'); it.next(); it.return(2); });
const it = twice('two stores');
storage.run('one', () => { it.next(); });
storage.run('two', () => { it.next(); });
storage.run('three', () => { it.next(); });
const waits = g('waits');
storage.run('one', () => { waits.next().then(() => storage.run('two', () => waits.next())); });
