// {"name":"b208-then-tampered","env":"browser","file":"b208-then-tampered.js"}
const p = Promise.resolve(1), then = Promise.prototype.then; let n = 0; Promise.prototype.then = function (...a) { n++; return then.apply(this, a) }
p.finally(() => {}).catch(() => {}); log('finally+catch', n); n = 0; (async () => { await p; await p })(); log('await', n); n = 0; Promise.all([p, p]); log('all', n); n = 0; new Promise(r => r(p)); setTimeout(() => { log('later', n); Promise.prototype.then = then; log('restored') }, 0)
