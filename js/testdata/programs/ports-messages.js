// Messages of a port, what comes between them, and its end.
const { port1, port2 } = new MessageChannel();
port2.onmessage = (e) => { console.log('m', e.data); process.nextTick(() => console.log('tick', e.data)); Promise.resolve().then(() => console.log('job', e.data)); if (e.data === 2) port2.close(); };
port2.on('close', () => console.log('close2')); port1.on('close', () => console.log('close1'));
for (const i of [1, 2, 3]) port1.postMessage(i);
setImmediate(() => { console.log('imm'); setImmediate(() => { console.log('imm2'); setImmediate(() => console.log('imm3')) }) });
