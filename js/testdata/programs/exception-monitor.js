process.on('uncaughtExceptionMonitor', (e, origin) => console.log('monitor', e.message, origin));
process.on('uncaughtException', (e, origin) => console.log('listener', e.message, origin));
process.on('exit', (code) => console.log('exit', code));
process.nextTick(() => { throw new Error('tick'); });
setTimeout(() => Promise.reject(new Error('rejected')), 5);
setTimeout(() => { process.removeAllListeners('uncaughtException'); throw new Error('last'); }, 20);
