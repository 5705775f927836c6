// {"name":"b109-rejection-events","env":"browser","file":"b109-rejection-events.js"}
addEventListener('unhandledrejection', (e) => { log('U', e.reason, e.promise instanceof Promise); e.preventDefault(); });
addEventListener('rejectionhandled', (e) => log('H', e.reason));
const p = Promise.reject('a'); setTimeout(() => { p.catch(() => log('caught late')); }, 20);
const q = Promise.reject('b'); queueMicrotask(() => q.catch(() => log('caught in job'))); Promise.resolve().then(() => log('job'));
