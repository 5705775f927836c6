const aborted = (delay) => {
  const controller = new TaskController();
  scheduler.postTask(() => console.log('task'), { delay, signal: controller.signal }).catch(() => {});
  controller.abort();
};
const idle = (name) => (d) => console.log(name, d.timeRemaining() > 35);
setTimeout(() => { aborted(20); requestIdleCallback(idle('timer')); }, 100);
const channel = new MessageChannel();
channel.port1.onmessage = () => { aborted(20); requestIdleCallback(idle('message')); };
setTimeout(() => channel.port2.postMessage(0), 250);
