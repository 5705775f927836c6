// Too many listeners of process.
process.on('warning', (w) => console.log('warning', w.name, JSON.stringify(w.message), w.code, w.type, w.count, w.emitter === process));
const f = () => {};
for (let i = 0; i < 12; i++) process.on('x', f);
console.log(process.getMaxListeners(), process.listenerCount('x'));
process.setMaxListeners(3);
for (let i = 0; i < 5; i++) process.on('y', f);
process.setMaxListeners(0);
for (let i = 0; i < 20; i++) process.on('z', f);
process.nextTick(() => console.log('tick'));
for (let i = 0; i < 12; i++) process.once('w', f);
process.setMaxListeners(10);
for (let i = 0; i < 12; i++) process.on('beforeExit', f);
process.prependListener('y', f);
