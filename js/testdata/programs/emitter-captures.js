const EventEmitter = require('events'), e = new EventEmitter({ captureRejections: true });
process.on('unhandledRejection', (reason) => console.log('unhandled', reason.message));
e.on('error', (error) => console.log('error', error.message));
e.on('x', async () => { throw new Error('async'); });
e.emit('x');
EventEmitter.once(e, 'y').then(() => console.log('once'));
e.emit('y');
Promise.resolve().then(() => console.log('job 1')).then(() => console.log('job 2')).then(() => console.log('job 3'));
