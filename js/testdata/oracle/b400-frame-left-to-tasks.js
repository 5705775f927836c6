let t0=0,on=true,long=false,ask=false;
const now=()=>performance.now();
const spin=ms=>{const e=now()+ms;while(now()<e);};
const chain=()=>{const c=new MessageChannel();c.port1.onmessage=()=>{if(!on)return;c.port2.postMessage(0);if(long){long=false;spin(60);}else spin(5);
 if(ask&&now()-t0>25){ask=false;const a=now();requestAnimationFrame(()=>{console.log('frame');on=false;});setTimeout(()=>console.log('timer'),16);}
 };c.port2.postMessage(0);};
chain();chain();
setTimeout(()=>requestAnimationFrame(()=>{requestAnimationFrame(()=>{long=true;requestAnimationFrame(()=>{t0=now();ask=true;});});}),30);
