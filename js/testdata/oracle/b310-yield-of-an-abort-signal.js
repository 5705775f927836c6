// {"name":"b310-yield-of-an-abort-signal","env":"browser","file":"b310-yield-of-an-abort-signal.js"}
const c = new AbortController();
scheduler.postTask(async () => {
  log('task');
  const p = scheduler.yield();
  await p;
  log('continued');
  setTimeout(() => { log('timer'); scheduler.yield().then(() => log('timer continued'), (e) => log('never ' + e)); });
  c.abort('stop');
  try { await scheduler.yield(); log('continued 2'); } catch (e) { log('caught ' + e); }
}, {signal: c.signal}).then(() => log('task done'), (e) => log('task rejected ' + e));
