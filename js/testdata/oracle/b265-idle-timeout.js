// {"name":"b265-idle-timeout","env":"browser","race":true,"file":"b265-idle-timeout.js"}
requestIdleCallback(d => log('idle a', d.didTimeout), { timeout: 1000 }); requestIdleCallback(d => { log('idle b', typeof d.timeRemaining()); cancelIdleCallback(c) }); const c = requestIdleCallback(() => log('never')); setTimeout(() => log('t0'), 0); requestAnimationFrame(() => log('raf'))
