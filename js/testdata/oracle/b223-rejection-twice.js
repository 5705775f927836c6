// {"name":"b223-rejection-twice","env":"browser","file":"b223-rejection-twice.js"}
addEventListener('unhandledrejection', e => { log('U', e.reason); e.preventDefault() }); addEventListener('rejectionhandled', e => log('H', e.reason))
const p = Promise.reject(1); const q = p.then(() => {}); setTimeout(() => { q.catch(() => log('q caught')); p.catch(() => log('p caught')); setTimeout(() => log('end'), 20) }, 20); const r = Promise.reject(2); r.catch(() => {}); const s = Promise.all([Promise.reject(3), Promise.reject(4)]); (async () => { await null; throw 5 })()
