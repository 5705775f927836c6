// {"name":"b205-with-resolvers","env":"browser","file":"b205-with-resolvers.js"}
const { promise, resolve, reject } = Promise.withResolvers(); promise.then(v => log('v', v)); resolve(new Promise(r => { log('inner'); r('deep') })); reject('late'); resolve('later'); Promise.resolve().then(() => log(1)).then(() => log(2)).then(() => log(3)).then(() => log(4))
class P extends Promise {} const w = P.withResolvers(); log(w.promise instanceof P, Object.keys(w).join()); w.promise.catch(e => log('c', e)); w.reject('r')
