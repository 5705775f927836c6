process.on('uncaughtException', (e) => { console.log(require('util').inspect(e).split('\n')[0]); console.log(Object.getOwnPropertyNames(e).join(), e.constructor.name, e.name); });
Promise.reject('x');
