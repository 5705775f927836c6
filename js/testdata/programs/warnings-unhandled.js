// Rejections that nobody listens to: releases before 15 warn, others end the process.
process.on('warning', (w) => console.log('warning', w.name, JSON.stringify(w.message.split('\n')[0]), w.code));
process.on('rejectionHandled', () => console.log('handled'));
const p = Promise.reject(new Error('a'));
const q = Promise.reject(7);
process.nextTick(() => console.log('tick'));
setImmediate(() => { console.log('immediate'); p.catch(() => {}); q.catch(() => {}); });
process.on('exit', (c) => { console.log('exit', c); process.exitCode = 0; process.reallyExit(0); });
