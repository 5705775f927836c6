// The getter handleEvent of listeners of a message, a rejection, an error and a frame's dispatch: what it throws with two that listen, and what it changes.
const told = (text) => console.log(text);
const job = (text) => Promise.resolve().then(() => told(text + ' job'));
const target = new EventTarget();
target.addEventListener('x', () => { told('x'); job('x'); });
const asked = (name, ends) => ({ get handleEvent() {
  told(name + ' get');
  job(name + ' get');
  target.dispatchEvent(new Event('x'));
  told(name + ' got');
  job(name + ' got');
  return ends(name);
} });
const gives = (name) => () => { told(name); job(name); };
const throws = (name) => { throw name + ' thrown'; };
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const message = (object) => {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', object);
  port1.addEventListener('message', gives('next'));
  port1.start();
  port2.postMessage(0);
  return wait(50).then(() => port1.close());
};
(async () => {
  await message(asked('message', throws));
  const element = document.createElement('p');
  const observer = new MutationObserver((records) => told('records ' + records.length));
  observer.observe(element, { attributes: true });
  await message({ get handleEvent() { element.setAttribute('a', 1); target.dispatchEvent(new Event('x')); element.setAttribute('a', 2); element.setAttribute('a', 3); return gives('observed'); } });
  addEventListener('unhandledrejection', asked('rejection', gives), { once: true });
  Promise.reject(1);
  await wait(50);
  addEventListener('error', gives('error'));
  addEventListener('error', asked('error', gives));
  await message(asked('heard', throws));
  setTimeout(() => { job('timer'); throw 'thrown'; });
  await wait(50);
  target.addEventListener('y', asked('frame', throws));
  requestAnimationFrame(() => { job('callback'); target.dispatchEvent(new Event('y')); told('frame end'); });
  await wait(100);
  document.body.addEventListener('click', asked('click', gives));
  setTimeout(() => { document.body.click(); told('clicked'); });
})();
