let t0=0,long=false;
const now=()=>performance.now();
const spin=ms=>{const e=now()+ms;while(now()<e);};
const chain=()=>{const c=new MessageChannel();c.port1.onmessage=()=>{if(t0&&now()-t0>38)return;c.port2.postMessage(0);if(long){long=false;spin(60);}else spin(1);};c.port2.postMessage(0);};
chain();chain();
setTimeout(()=>requestAnimationFrame(()=>{requestAnimationFrame(()=>{long=true;requestAnimationFrame(()=>{t0=now();requestIdleCallback(()=>{requestAnimationFrame(()=>console.log('frame'));setTimeout(()=>console.log("timer"),5)});});});}),30);
