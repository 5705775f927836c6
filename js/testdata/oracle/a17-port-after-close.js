// {"name":"a17-port-after-close","env":"node","file":"a17-port-after-close.js"}
const { port1, port2 } = new MessageChannel();
port2.on('message', (m) => log(m)); port1.on('close',()=>{log('closed'); port1.postMessage('in close');});
port1.postMessage('before'); port1.close(); port1.postMessage('x');
setImmediate(()=>{port1.postMessage('imm')});
process.nextTick(()=>port1.postMessage('tick'));
port2.on('close',()=>log('closed 2'));
setTimeout(() => log('end'), 50);
