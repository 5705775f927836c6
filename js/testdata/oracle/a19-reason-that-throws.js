// {"name":"a19-reason-that-throws","env":"node","file":"a19-reason-that-throws.js"}
process.on('uncaughtException',(e,of)=>log(e.message+' '+of));
Promise.reject(new Proxy({}, {getOwnPropertyDescriptor(){ log('stack?'); throw new Error('of a stack'); }, getPrototypeOf(){ log('Error?'); throw new Error('of a prototype'); }}));
Promise.reject(new Error('other'));
process.nextTick(()=>log('tick'));
setTimeout(()=>log('end'),50);
