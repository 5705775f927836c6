// {"name":"b201-scheduler-work-loop","env":"browser","file":"b201-scheduler-work-loop.js"}
// a work loop as React's scheduler has it: MessageChannel, deadline, host callback
const ch = new MessageChannel(); let pending = null, running = false
ch.port1.onmessage = () => { const more = pending(); if (more) ch.port2.postMessage(null); else { running = false; log('idle') } }
const request = f => { pending = f; if (!running) { running = true; ch.port2.postMessage(null) } }
const work = ['a', 'b', 'c', 'd']; let slice = 0
request(() => { slice++; for (let i = 0; i < 2 && work.length; i++) { const w = work.shift(); log(`slice ${slice} ${w}`); Promise.resolve().then(() => log('flushed ' + w)) } return work.length > 0 })
setTimeout(() => log('timeout'), 30); log('scheduled')
