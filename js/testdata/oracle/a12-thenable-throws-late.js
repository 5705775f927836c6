// {"name":"a12-thenable-throws-late","env":"node","file":"a12-thenable-throws-late.js"}
// Node 11: does a thenable that calls back and then throws queue a tick (multipleResolves)?
process.on('unhandledRejection',r=>log('unhandled',r));
setImmediate(()=>{
  Promise.reject('waits'); Promise.reject('handled').catch(()=>{});
  Promise.resolve({then(resolve){ resolve(); throw 1 }});
});
setImmediate(()=>log('next immediate'));
