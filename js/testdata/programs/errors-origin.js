// What listeners of uncaughtException are told, and errors of Node by their names.
process.on('uncaughtException', (e, origin) => console.log(e && e.name, e && e.message, e && e.code, origin));
process.on('exit', (code) => console.log('exit', code, process.exitCode));
const fatal = process.version.startsWith('v1') && Number(process.version.slice(1, 3)) < 15 ? [] : [new Error('r1'), 'text', undefined, { a: 1 }, null, Symbol('s')];
for (const reason of fatal) Promise.reject(reason);
setTimeout(() => { throw 5; }, 1);
const t = (f) => { try { f(); } catch (e) { console.log(e.name, e.message, e.code); } };
const Emitter = require('events'), util = require('util'), e = new Emitter();
t(() => e.on('x', 1));
t(() => e.setMaxListeners(-1));
t(() => e.emit('error', 1));
t(() => util.promisify(1));
t(() => util.callbackify(1));
t(() => util.inherits(1));
t(() => setTimeout(1));
console.log(typeof Emitter.once, typeof Emitter.on, typeof Emitter.errorMonitor, typeof Emitter.getEventListeners, typeof Emitter.setMaxListeners);
e.on('newListener', (name) => console.log('new', name));
Emitter.once(e, 'x').then((v) => console.log(v));
e.emit('x', 1);
