// A warning of a rejection whose stack cannot be read, or is no text.
process.on('warning', (w) => console.log(w.name, w.message.split('\n')[0].slice(0, 40)));
const reject = (stack) => { const e = new Error('boom'); Object.defineProperty(e, 'stack', stack); Promise.reject(e); };
reject({ get() { throw new Error('no stack'); } });
reject({ value: 1 });
reject({ value: 'mine' });
Promise.reject({ stack: 'no error' });
setTimeout(() => console.log('later'), 5);
