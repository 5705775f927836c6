// Messages behind close, and the other port's end.
const { port1, port2 } = new MessageChannel();
port2.on('message', (d) => { console.log('m', d); port2.close(() => console.log('cb')); console.log('after close'); });
port1.on('message', () => {});
port1.postMessage(1); port1.postMessage(2);
port1.on('close', () => console.log('c1'));
setImmediate(() => { console.log('imm'); setImmediate(() => { console.log('imm2'); setImmediate(() => { console.log('imm3'); setImmediate(() => console.log('imm4'))}) }) });
process.on('exit', () => console.log('exit'));
