// {"name":"b308-continuation-follows-a-signal","env":"browser","file":"b308-continuation-follows-a-signal.js"}
const c = new TaskController({priority: 'user-blocking'});
scheduler.postTask(async () => {
  log('task');
  scheduler.yield().then(() => log('continued'));
  c.setPriority('background');
}, {signal: c.signal});
scheduler.postTask(() => { log('visible'); scheduler.postTask(() => log('visible 2')); });
scheduler.postTask(() => log('background'), {priority: 'background'});
