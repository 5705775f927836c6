// {"name":"b110-onunhandledrejection","env":"browser","file":"b110-onunhandledrejection.js"}
onunhandledrejection = (e) => { log('on', e.reason.message); return false; };
Promise.reject(new Error('x')); (async () => { throw new Error('y'); })(); new Promise((_, j) => setTimeout(j, 5, new Error('z'))); setTimeout(() => log('t'), 30);
