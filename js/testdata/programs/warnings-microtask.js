// queueMicrotask warns as it is read for the first time, where it is experimental.
process.on('warning', (w) => console.log('warning', w.name, w.message));
process.nextTick(() => console.log('tick before'));
try { queueMicrotask(5); } catch (e) { console.log(e.code); }
process.nextTick(() => console.log('tick behind'));
queueMicrotask(() => console.log('job', typeof queueMicrotask, queueMicrotask.name, queueMicrotask.length));
setTimeout(() => {
  queueMicrotask(() => console.log('another job'));
  queueMicrotask = (f) => { console.log('replaced'); f(); };
  queueMicrotask(() => console.log('at once'));
}, 1);
