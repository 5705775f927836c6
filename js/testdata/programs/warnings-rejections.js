// What process is warned of: rejections.
const say = (...a) => console.log(...a);
process.on('warning', (w) => say('warning', w.name, JSON.stringify(w.message), w.code, Object.keys(w).join()));
process.on('unhandledRejection', () => say('unhandled'));
const p = Promise.reject(new Error('a'));
setTimeout(() => { p.catch(() => say('late')); setImmediate(() => say('immediate')); process.nextTick(() => say('tick')); Promise.resolve().then(() => say('then')); }, 1);
