// {"name":"b278-async-stack-of-awaits","env":"browser","file":"b278-async-stack-of-awaits.js"}
const f = async n => { log('in', n); if (n > 0) await f(n - 1); log('out', n); return n }; f(3).then(v => log('done', v)); Promise.resolve().then(() => log('p1')).then(() => log('p2')).then(() => log('p3')).then(() => log('p4')).then(() => log('p5')).then(() => log('p6'))
