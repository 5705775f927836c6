// {"name":"b204-promise-try","env":"browser","file":"b204-promise-try.js"}
const show = (n, p) => p.then(v => log(n, 'ok', v), e => log(n, 'no', e && e.message || e))
log(Promise.try.length, Promise.try.name)
show('a', Promise.try(() => 1)); show('b', Promise.try(() => { throw new Error('x') })); show('c', Promise.try((a, b) => a + b, 2, 3)); const p = Promise.resolve('same'); show('d', Promise.try(() => p)); log(Promise.try(() => p) === p)
show('e', Promise.resolve(5)); try { Promise.try.call(undefined, () => 1) } catch (e) { log(e.name) }
