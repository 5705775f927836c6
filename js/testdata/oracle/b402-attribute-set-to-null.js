const L=x=>console.log(x);
const on=(name,f)=>{ const c=new MessageChannel(),p=c.port1; f(p,m=>()=>L(name+' '+m)); p.start(); c.port2.postMessage(1); };
on('null first',(p,l)=>{p.onmessage=null; p.addEventListener('message',l('f')); p.onmessage=l('on');});
on('null between',(p,l)=>{p.onmessage=l('old'); p.addEventListener('message',l('f')); p.onmessage=null; p.onmessage=l('on');});
on('replaced',(p,l)=>{p.onmessage=l('old'); p.addEventListener('message',l('f')); p.onmessage=l('on');});
on('object between',(p,l)=>{p.onmessage=l('old'); p.addEventListener('message',l('f')); p.onmessage={}; p.onmessage=l('on');});
on('number between',(p,l)=>{p.onmessage=l('old'); p.addEventListener('message',l('f')); p.onmessage=5; p.onmessage=l('on');});
