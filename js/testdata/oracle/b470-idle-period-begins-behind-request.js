const { port1, port2 } = new MessageChannel();
port1.onmessage = () => {
  port1.close();
  console.log('message');
  requestIdleCallback(() => console.log('later idle'));
};
setTimeout(() => requestIdleCallback(() => console.log('first')), 50);
setTimeout(() => {
  requestIdleCallback(() => console.log('idle'));
  port2.postMessage(0);
  setTimeout(() => console.log('timer'), 25);
}, 100);
