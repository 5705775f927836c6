// {"name":"b311-listeners-of-an-error","env":"browser","file":"b311-listeners-of-an-error.js"}
addEventListener('error', () => { log('err'); Promise.resolve().then(() => { log('job'); throw 3; }); });
addEventListener('error', () => { log('err 2'); throw 2; });
addEventListener('error', () => log('err 3'));
setTimeout(() => { log('timer'); throw 1; }, 0);
setTimeout(() => { log('timer 2'); }, 0);
