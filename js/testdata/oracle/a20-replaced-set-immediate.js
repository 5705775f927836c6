// {"name":"a20-replaced-set-immediate","env":"node","file":"a20-replaced-set-immediate.js"}
const timers=require('timers');
process.on('uncaughtException',(e)=>log('caught '+e.message));
const old=timers.setImmediate;
let n=0;
timers.setImmediate=function(f){ log('replaced '+typeof f+' '+f.name+' '+arguments.length+' '+(this===timers)+' '+(this===undefined)+' '+f.length); return old.apply(this,arguments); };
process.nextTick(()=>{throw new Error('a')});
process.nextTick(()=>log('tick'));
setTimeout(()=>log('end'),60);
