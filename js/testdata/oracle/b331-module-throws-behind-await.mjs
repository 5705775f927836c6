// {"name":"b331-module-throws-behind-await","env":"browser","file":"b331-module-throws-behind-await.mjs"}
const chain = (name) => {
  let k = 0;
  const next = () => { log(name + ' ' + k); if (++k < 5) queueMicrotask(next); };
  queueMicrotask(next);
};
addEventListener('error', (e) => { log('error ' + e.error.message); queueMicrotask(() => log('job of error')); });
addEventListener('error', () => log('second listener'));
addEventListener('unhandledrejection', () => log('unhandledrejection'));
log('top');
await new Promise((f) => setTimeout(f, 5));
log('behind await');
chain('job');
throw new Error('module');
