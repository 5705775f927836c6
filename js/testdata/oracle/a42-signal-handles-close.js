const h=()=>{},g=()=>{};
process.on('SIGHUP',h);process.on('SIGINT',g);process.on('SIGTERM',()=>console.log('TERM'));
setImmediate(()=>{
  process.kill(process.pid,'SIGHUP');
  process.removeListener('SIGHUP',h);   // its message is in the pipe
  process.removeListener('SIGINT',g);   // no message
  process.kill(process.pid,'SIGTERM');
});

process.on('exit', () => console.log('exit'));
