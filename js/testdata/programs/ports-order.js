// Ports that post to each other: who is behind in the list of handles hears of it in the same turn.
const a = new MessageChannel(), b = new MessageChannel();
a.port2.on('message', (d) => { console.log('a2', d); b.port1.postMessage('from a'); a.port2.close(); });
b.port2.on('message', (d) => { console.log('b2', d); if (d === 'from a') b.port2.close(); else a.port1.postMessage('from b'); });
a.port1.on('message', (d) => console.log('a1', d));
b.port1.postMessage('first');
setImmediate(() => { console.log('imm'); setImmediate(() => { console.log('imm2'); setImmediate(() => console.log('imm3')) }) });
