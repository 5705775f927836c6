const L=x=>console.log(x);
const w=(t,f)=>{ f(); };
onmessage=null; addEventListener('message',()=>L('f')); onmessage=()=>L('on'); 
onunhandledrejection=()=>L('old'); addEventListener('unhandledrejection',()=>L('uf')); onunhandledrejection=null; onunhandledrejection=()=>L('uon');
onerror=null; addEventListener('error',()=>L('ef')); onerror=()=>L('eon');
const s=AbortSignal.timeout(30); s.onabort=()=>L('old'); s.addEventListener('abort',()=>L('sf')); s.onabort=null; s.onabort=()=>L('son');
const el=document.createElement('p'); el.onclick=()=>L('old'); el.addEventListener('click',()=>L('cf')); el.onclick=null; el.onclick=()=>L('con'); el.click();
postMessage(1,'*'); Promise.reject(2); setTimeout(()=>{throw 3},10);
