setTimeout(() => {
  const controller = new TaskController();
  scheduler.postTask(() => console.log('task'), { delay: 20, signal: controller.signal }).catch(() => {});
  controller.abort();
  setTimeout(() => requestIdleCallback((deadline) => console.log(deadline.timeRemaining() < 15)), 10);
}, 100);
