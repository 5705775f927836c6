const log=console.log; const a=new AbortController(), b=new AbortController(); const x=AbortSignal.any([a.signal,b.signal]), y=AbortSignal.any([x]);
a.signal.addEventListener('abort',()=>log('a',x.aborted,y.aborted)); x.addEventListener('abort',()=>{log('x',y.aborted)}); y.addEventListener('abort',()=>log('y'));
a.signal.addEventListener('abort',()=>{log('a2',x.aborted); Promise.resolve().then(()=>log('job'))});
x.onabort=()=>log('x2'); const et=new EventTarget(); 
const c=new AbortController(); c.signal.addEventListener('abort',()=>{log('c first'); et.dispatchEvent(new Event('e'))}); et.addEventListener('e',()=>log('e heard'),{signal:c.signal}); c.abort();
a.abort('r'); log(x.reason,y.reason); const z=AbortSignal.any([a.signal]); log(z.aborted); log(AbortSignal.any([]).aborted);
