// {"name":"b202-vue-next-tick","env":"browser","file":"b202-vue-next-tick.js"}
let waiting = false; const queue = [], resolved = Promise.resolve(); let current = null
const nextTick = f => { const p = current || resolved; return f ? p.then(f) : p }
const flush = () => { waiting = false; queue.sort((a, b) => a.id - b.id); for (let i = 0; i < queue.length; i++) queue[i](); queue.length = 0; current = null; log('flushed') }
const queueJob = j => { if (!queue.includes(j)) { queue.push(j); if (!waiting) { waiting = true; current = resolved.then(flush) } } }
const job = id => Object.assign(() => { log('job ' + id); if (id === 1) queueJob(three) }, { id }); const one = job(1), two = job(2), three = job(3)
queueJob(two); queueJob(one); queueJob(two); nextTick(() => log('after tick')); nextTick().then(() => log('then')); Promise.resolve().then(() => log('other')); log('sync')
