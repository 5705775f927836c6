// {"name":"b243-port-start","env":"browser","file":"b243-port-start.js"}
const c = new MessageChannel(); c.port1.addEventListener('message', e => log('m', e.data)); c.port2.postMessage(1); setTimeout(() => { log('starting'); c.port1.start(); c.port2.postMessage(2); log('started') }, 10); c.port2.onmessage = e => log('back', e.data); c.port1.postMessage('x'); setTimeout(() => c.port1.close(), 40)
