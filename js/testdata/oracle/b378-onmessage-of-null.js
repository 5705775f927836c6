// Which values of its attribute onmessage start a port.
const values = { null: null, number: 5, undefined: undefined, object: {}, function: () => {} };
for (const name in values) {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', ({ data }) => console.log(name, data));
  port1.onmessage = values[name];
  port2.postMessage('started');
  setTimeout(() => { console.log(name, 'starts'); port1.start(); }, 50);
}
