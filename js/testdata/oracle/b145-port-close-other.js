// {"name":"b145-port-close-other","env":"browser","file":"b145-port-close-other.js"}
const c = new MessageChannel(); c.port1.onmessage = (e) => log('1', e.data); c.port2.onmessage = (e) => log('2', e.data); c.port1.postMessage('a'); c.port1.close(); c.port2.postMessage('b'); setTimeout(() => log('end'), 30);
