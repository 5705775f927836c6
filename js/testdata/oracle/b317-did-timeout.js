// {"name":"b317-did-timeout","env":"browser","file":"b317-did-timeout.js"}
const busy = (ms) => { const e = performance.now() + ms; while (performance.now() < e) ; };
requestIdleCallback((d) => log('timed out ' + d.didTimeout + ' ' + (d.timeRemaining() > 0)), { timeout: 5 });
requestIdleCallback((d) => log('idle ' + d.didTimeout + ' ' + (d.timeRemaining() > 0)));
busy(20);
setTimeout(() => log('timer'), 0);
