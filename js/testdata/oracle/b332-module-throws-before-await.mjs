// {"name":"b332-module-throws-before-await","env":"browser","file":"b332-module-throws-before-await.mjs"}
const chain = (name) => {
  let k = 0;
  const next = () => { log(name + ' ' + k); if (++k < 5) queueMicrotask(next); };
  queueMicrotask(next);
};
addEventListener('error', (e) => { log('error ' + e.error.message); queueMicrotask(() => log('job of error')); });
addEventListener('error', () => log('second listener'));
addEventListener('unhandledrejection', () => log('unhandledrejection'));
log('top');

chain('job');
throw new Error('module');
await 0;
