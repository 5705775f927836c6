// A port that is started late, and one that loses its listener.
const { port1, port2 } = new MessageChannel();
port1.postMessage('early');
setTimeout(() => { console.log('t'); port2.onmessage = (e) => { console.log('m', e.data); port2.onmessage = null; console.log(port2.hasRef ? port2.hasRef() : '') }; setImmediate(() => console.log('i')); }, 5);
