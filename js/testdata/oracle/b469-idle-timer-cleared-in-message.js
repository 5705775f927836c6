const { port1, port2 } = new MessageChannel();
port1.onmessage = () => {
  port1.close();
  clearTimeout(setTimeout(() => {}, 2));
  setTimeout(() => console.log('timer'), 5);
  requestIdleCallback(() => console.log('idle'));
};
setTimeout(() => port2.postMessage(0), 100);
