// {"name":"b330-module-throws","env":"browser","file":"b330-module-throws.mjs"}
const chain = (name) => {
  let k = 0;
  const next = () => { log(name + ' ' + k); if (++k < 5) queueMicrotask(next); };
  queueMicrotask(next);
};
addEventListener('error', (e) => { log('error ' + e.error.message); queueMicrotask(() => log('job of error')); });
addEventListener('error', () => log('second listener'));
addEventListener('unhandledrejection', () => log('unhandledrejection'));
chain('job');
log('top');
throw new Error('module');
