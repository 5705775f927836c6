const aborted = (delay) => {
  const controller = new TaskController();
  scheduler.postTask(() => console.log('task'), { delay, signal: controller.signal }).catch(() => {});
  controller.abort();
};
const channel = new MessageChannel();
channel.port1.onmessage = () => {
  aborted(2);
  setTimeout(() => console.log('timer'), 4);
  requestIdleCallback(() => console.log('idle'));
};
setTimeout(() => channel.port2.postMessage(0), 100);
