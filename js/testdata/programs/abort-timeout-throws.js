// What a listener of a signal's timeout throws.
process.on('uncaughtException', (error) => console.log('caught', error.message));
AbortSignal.timeout(5).addEventListener('abort', () => {
  console.log('abort');
  Promise.resolve().then(() => console.log('job'));
  process.nextTick(() => console.log('tick'));
  throw new Error('of the listener');
});
setTimeout(() => console.log('later'), 200);
