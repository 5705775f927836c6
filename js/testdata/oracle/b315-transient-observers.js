// {"name":"b315-transient-observers","env":"browser","file":"b315-transient-observers.js"}
const div=()=>document.createElement('div');
const a=div(),b=div(),c=div(),d=div(); a.append(b); b.append(c);
const show=(n)=>(r)=>log(n+' '+r.map(x=>x.type[0]+(x.target===a?'a':x.target===b?'b':x.target===c?'c':'d')).join(','));
const o1=new MutationObserver(show('o1')); o1.observe(a,{subtree:true,attributes:true,childList:true});
const o2=new MutationObserver(show('o2')); o2.observe(b,{subtree:true,attributes:true});
b.remove(); c.remove(); c.setAttribute('x',1); b.setAttribute('x',1);
o1.observe(a,{subtree:true,attributes:true});
c.setAttribute('y',1);
Promise.resolve().then(()=>{ c.setAttribute('z',1); log('job'); a.append(b); a.replaceChildren(); b.append(d); d.setAttribute('q',1); o2.disconnect(); d.setAttribute('q',2); });
