// What is thrown by a listener, and by ticks: the messages behind it wait for the next turn.
process.on('uncaughtException', (e) => console.log('caught', e.message));
const d = new MessageChannel(); d.port2.on('message', (m) => { console.log('m', m); if (m === 1) { process.nextTick(() => { throw new Error('a') }); process.nextTick(() => { throw new Error('b') }); process.nextTick(() => { throw new Error('c') });  } else d.port1.close(); });
d.port2.on('messageerror', (m) => console.log('messageerror', m));
d.port1.postMessage(1); d.port1.postMessage(2);
let k = 0; (function end() { console.log('end', k); if (k++ < 4) setImmediate(end); })();
