// {"name":"b111-port-close","env":"browser","file":"b111-port-close.js"}
const { port1, port2 } = new MessageChannel(); port1.onmessage = (e) => { log('m', e.data); Promise.resolve().then(() => log('job', e.data)); if (e.data === 2) port1.close(); };
port2.postMessage(1); port2.postMessage(2); port2.postMessage(3); Promise.resolve().then(() => log('job')); log('sync');
