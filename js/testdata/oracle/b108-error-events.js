// {"name":"b108-error-events","env":"browser","file":"b108-error-events.js"}
onerror = (m, src, l, c, e) => { log('onerror', typeof m, e && e.message); return true; };
addEventListener('error', (e) => { log('listener', e.error && e.error.message, e.type, e.defaultPrevented); });
setTimeout(() => { throw new Error('boom'); }, 0); Promise.resolve().then(() => log('job'));
reportError(new Error('reported')); log('after report');
