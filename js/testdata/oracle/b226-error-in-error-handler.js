// {"name":"b226-error-in-error-handler","env":"browser","file":"b226-error-in-error-handler.js"}
let n = 0; addEventListener('error', e => { log('error', e.error.message); e.preventDefault(); if (n++ < 2) throw new Error('again ' + n) }); setTimeout(() => { queueMicrotask(() => log('job')); throw new Error('first') }, 0); setTimeout(() => log('end'), 10)
