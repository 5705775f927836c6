const spin = (ms) => { const e = performance.now() + ms; while (performance.now() < e) ; };
const idle = (name) => (d) => console.log(name, d.timeRemaining() > 35);
const channel = new MessageChannel();
channel.port1.onmessage = () => {
  requestIdleCallback((d) => { idle('a')(d); spin(20); });
  requestIdleCallback(idle('b'));
  requestIdleCallback(idle('c'));
};
setTimeout(() => channel.port2.postMessage(0), 100);
