// What the getter handleEvent of a listener dispatches, while it is on the stack: of a message's event, and where a script runs.
const told = (text) => console.log(text);
const job = (text) => Promise.resolve().then(() => told(text + ' job'));
const called = (name) => () => { told(name); job(name); };
const target = new EventTarget();
target.addEventListener('plain', called('plain'));
target.addEventListener('plain', called('plain 2'));
target.addEventListener('object', { get handleEvent() { told('object get'); job('object get'); target.dispatchEvent(new Event('plain')); told('object got'); job('object got'); return called('object'); } });
target.addEventListener('deep', () => { told('deep'); job('deep'); target.dispatchEvent(new Event('plain')); target.dispatchEvent(new Event('object')); told('deep end'); });
target.addEventListener('throws', () => { told('throws'); job('throws'); throw 'thrown'; });
target.addEventListener('throws', { get handleEvent() { told('throws get'); job('throws get'); throw 'thrown get'; } });
const aborts = () => {
  const controller = new AbortController();
  controller.signal.onabort = called('onabort');
  controller.signal.addEventListener('abort', called('abort'));
  controller.abort();
};
const dispatches = (type) => () => target.dispatchEvent(new Event(type));
const acts = { plain: dispatches('plain'), object: dispatches('object'), deep: dispatches('deep'), throws: dispatches('throws'), aborts, lists: () => [1].forEach(dispatches('plain')) };
const message = async (name, object) => {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', object);
  port1.addEventListener('message', called(name + ' next'));
  port1.start();
  await new Promise((done) => { port1.addEventListener('message', () => setTimeout(() => { port1.close(); done(); })); port2.postMessage(0); });
};
const asked = (name) => ({ get handleEvent() {
  told(name + ' get');
  job(name + ' get');
  acts[name]();
  told(name + ' got');
  job(name + ' got');
  return called(name + ' run');
} });
(async () => {
  for (const name in acts) {
    if (name === 'throws') addEventListener('error', () => { told('error'); job('error'); });
    await message(name, asked(name));
  }
  target.addEventListener('script', asked('object'));
  await new Promise((done) => setTimeout(() => { job('timer'); target.dispatchEvent(new Event('script')); told('timer end'); setTimeout(done); }));
  await message('job', { get handleEvent() { Promise.resolve().then(() => { told('job'); acts.plain(); told('job end'); }); acts.plain(); told('got'); return called('run'); } });
})();
