// {"name":"a15-remove-all-listeners","env":"node","file":"a15-remove-all-listeners.js"}
process.on('SIGUSR2', () => log('usr2'));
process.on('exit', () => log('exit'));
process.on('beforeExit', () => log('beforeExit'));
process.on('uncaughtException', () => log('uncaught'));
process.kill(process.pid, 'SIGUSR2');
log(process.listenerCount('SIGUSR2'));
process.removeAllListeners();
log(process.listenerCount('SIGUSR2') + process.listenerCount('exit') + process.listenerCount('uncaughtException'));
process.on('SIGHUP', () => log('hup'));
setTimeout(() => log('end'), 20);
