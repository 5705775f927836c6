// {"name":"b276-messages-and-timers-ring","env":"browser","race":true,"file":"b276-messages-and-timers-ring.js"}
const c = new MessageChannel(); let n = 0; c.port1.onmessage = () => { log('m', ++n); if (n < 4) c.port2.postMessage(0) }; c.port2.postMessage(0); setTimeout(() => log('t0'), 0); setTimeout(() => log('t1'), 1); postMessage(0, '*'); addEventListener('message', () => log('w'))
