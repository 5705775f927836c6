// {"name":"b210-async-iterator-sources","env":"browser","file":"b210-async-iterator-sources.js"}
async function* count(n) { try { for (let i = 0; i < n; i++) { log('make ' + i); yield i } } finally { log('closed') } }
(async () => { for await (const x of count(5)) { log('got ' + x); if (x === 1) break } log('after break'); for await (const x of [Promise.resolve('p'), 'q', { then(r) { r('th') } }]) log(x); try { for await (const x of count(3)) { throw new Error('in loop') } } catch (e) { log(e.message) } })()
queueMicrotask(() => log('micro')); setTimeout(() => log('timeout'), 0)
