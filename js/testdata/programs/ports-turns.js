// Messages to and fro against immediates.
const { port1, port2 } = new MessageChannel();
let n = 0;
port1.on('message', (d) => { console.log('p1', d); if (d < 6) port1.postMessage(d + 1); else port1.close(); });
port2.on('message', (d) => { console.log('p2', d); port2.postMessage(d + 1); });
let k = 0; (function im() { console.log('imm', k); if (k++ < 6) setImmediate(im); })();
port1.postMessage(1);
