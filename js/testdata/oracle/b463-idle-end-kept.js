const held = [];
const spin = (ms) => { const e = performance.now() + ms; while (performance.now() < e) ; };
const tell = (name) => console.log(name, ...held.map((d) => d.timeRemaining() > 35));
const channel = new MessageChannel();
channel.port1.onmessage = () => {
  requestIdleCallback((d) => { held.push(d); tell('a'); spin(20); });
  requestIdleCallback((d) => { held.push(d); tell('b'); setTimeout(() => tell('t'), 5); });
  requestIdleCallback(() => tell('c'));
};
setTimeout(() => channel.port2.postMessage(0), 100);
