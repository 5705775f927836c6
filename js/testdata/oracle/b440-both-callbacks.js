// A member whose then calls both callbacks counts twice in V8 before 8.4.371.23.
const p=Promise.resolve(1); p.then=(f,r)=>{f(1); r(2)};
const q=new Promise(f=>setTimeout(f,5));
q.then(()=>console.log('q'));
Promise.allSettled([p,q]).then(v=>console.log('settled',JSON.stringify(v)),e=>console.log('err',e));
Promise.resolve().then(()=>console.log('j1')).then(()=>console.log('j2'))
