// {"name":"b307-yield-follows-a-signal","env":"browser","file":"b307-yield-follows-a-signal.js"}
const c = new TaskController({priority: 'user-blocking'});
scheduler.postTask(async () => {
  log('task');
  c.setPriority('background');
  await scheduler.yield();
  log('after yield');
}, {signal: c.signal});
setTimeout(() => log('timer'), 0);
scheduler.postTask(() => log('visible'));
