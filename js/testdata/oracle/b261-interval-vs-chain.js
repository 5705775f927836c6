// {"name":"b261-interval-vs-chain","env":"browser","race":true,"file":"b261-interval-vs-chain.js"}
let i = 0, c = 0; const id = setInterval(() => { log('i', ++i); if (i === 3) clearInterval(id) }, 20); (function chain() { setTimeout(() => { log('c', ++c); if (c < 3) chain() }, 20) })(); Promise.resolve().then(() => log('job'))
