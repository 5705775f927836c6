// {"name":"b309-yield-of-an-aborted-signal","env":"browser","file":"b309-yield-of-an-aborted-signal.js"}
const c = new TaskController({priority: 'background'});
scheduler.postTask(async () => {
  log('task');
  await null;
  const p = scheduler.yield();
  c.abort('stop');
  try { await p; log('continued'); } catch (e) { log('caught ' + e); }
  try { await scheduler.yield(); log('continued 2'); } catch (e) { log('caught 2 ' + e); }
}, {signal: c.signal, priority: 'user-blocking'}).catch((e) => log('task rejected ' + e));
scheduler.postTask(() => { log('visible'); scheduler.yield().then(() => log('visible continued')); });
