// What the getter handleEvent of a listener queues, where it gives a function, something else, or throws.
const tell = (text) => console.log(text);
const job = (text) => Promise.resolve().then(() => tell(text + ' job'));
const called = (name) => () => { tell(name); job(name); };
const objects = {
  gives: (name) => ({ get handleEvent() { tell(name + ' get'); job(name + ' get'); return called(name); } }),
  throws: (name) => ({ get handleEvent() { tell(name + ' get'); job(name + ' get'); throw name; } }),
  lacks: (name) => ({ get handleEvent() { tell(name + ' get'); job(name + ' get'); return 5; } }),
};
const ports = [];
const told = async (name, object) => {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', object);
  port1.addEventListener('message', called(name + ' next'));
  port1.start();
  ports.push(port1);
  await new Promise((done) => { port1.addEventListener('message', () => setTimeout(done)); port2.postMessage(0); });
};
(async () => {
  for (const kind in objects) await told(kind, objects[kind](kind));
  addEventListener('error', () => { tell('error'); job('error'); });
  for (const kind in objects) await told(kind + ' heard', objects[kind](kind + ' heard'));
  const element = document.createElement('p');
  for (const kind in objects) element.addEventListener('x', objects[kind](kind + ' dispatched'));
  element.dispatchEvent(new Event('x'));
  tell('dispatched');
})();
