// {"name":"b318-transient-other-target","env":"browser","file":"b318-transient-other-target.js"}
const div=()=>document.createElement('div');
const a=div(),b=div(),c=div(),d=div(),e=div(); a.append(b); d.append(e);
const show=(n)=>(r)=>log(n+' '+r.map(x=>x.type[0]+(x.target===b?'b':x.target===c?'c':x.target===e?'e':'?')).join(','));
const o=new MutationObserver(show('o')); o.observe(a,{attributes:true,subtree:true}); o.observe(d,{attributes:true,subtree:true});
b.remove(); e.remove();
o.observe(c,{attributes:true});
b.setAttribute('x','1'); e.setAttribute('x','1');
o.observe(a,{attributes:true});
b.setAttribute('x','2'); e.setAttribute('x','2'); c.setAttribute('x','2');
o.observe(d,{attributes:true});
e.setAttribute('x','3');
Promise.resolve().then(()=>log('job'));
