process.on('uncaughtException', (e, origin) => console.log(e.message, origin));
process.on('exit', (code) => console.log('exit', code));
await 0;
throw new Error('at the top');
