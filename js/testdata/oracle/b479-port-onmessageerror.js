const { port1, port2 } = new MessageChannel();
port1.addEventListener('message', () => console.log('message'));
port2.postMessage(0);
port1.onmessageerror = () => {};
setTimeout(() => console.log('end'), 100);
