const { port1, port2 } = new MessageChannel();
port1.onmessage = () => {
  port1.close();
  console.log('message');
  requestIdleCallback(() => console.log('idle'));
};
setTimeout(() => requestIdleCallback(() => console.log('first')), 50);
setTimeout(() => {
  cancelIdleCallback(requestIdleCallback(() => console.log('cancelled')));
  port2.postMessage(0);
  setTimeout(() => console.log('timer'), 40);
}, 1500);
