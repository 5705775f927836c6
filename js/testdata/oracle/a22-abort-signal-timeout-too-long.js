process.on('warning', (w) => console.log('W', w.name, w.message.split('\n')[0]));
process.nextTick(() => console.log('before'));
AbortSignal.timeout(2 ** 32 - 1);
process.nextTick(() => console.log('after'));
setImmediate(() => process.exit());
