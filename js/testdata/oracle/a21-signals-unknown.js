// {"name":"a21-signals-unknown","env":"node","file":"a21-signals-unknown.js"}
process.on('SIGTERM',()=>log('SIGTERM'));
for (const s of ['SIGFOO','constructor','15','28',1.5,true,99,65,-1,null,'',NaN,false,undefined,0,'0',-0]) {
  try { process.kill(process.pid,s); log(String(s)+' sent'); } catch (e) { log([String(s),e.code,e.errno,e.syscall,e.message].join(',')); }
}
setTimeout(()=>log('end'),30);
