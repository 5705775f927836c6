// {"name":"b104-abort-timeout","env":"browser","file":"b104-abort-timeout.js"}
const s = AbortSignal.timeout(20); s.onabort = () => { log('timeout', s.reason.name, s.reason.message); Promise.resolve().then(() => log('job')); };
setTimeout(() => log('late'), 60); setTimeout(() => log('early'), 2);
