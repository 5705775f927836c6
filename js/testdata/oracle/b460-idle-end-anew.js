// Each idle callback of a period has its own deadline, and none runs while the next end would come before the last.
const spin = (ms) => { const e = performance.now() + ms; while (performance.now() < e) ; };
const channel = new MessageChannel();
channel.port1.onmessage = () => {
  requestIdleCallback(() => { console.log('a'); spin(20); });
  requestIdleCallback(() => { console.log('b'); setTimeout(() => console.log('timer'), 40); });
  requestIdleCallback(() => console.log('c'));
  requestIdleCallback(() => console.log('d'));
};
setTimeout(() => channel.port2.postMessage(0), 100);
