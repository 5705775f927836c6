// An exception that nothing catches in a checkpoint that a listener asks for: aborts the process where the
// listener hears of another exception, and as an exception ends the process, but not where it hears of a rejection.
const line = (s) => console.log(s);
const job = (what) => { queueMicrotask(() => { throw what; }); process._tickCallback(); };
process.on('unhandledRejection', (r) => {
  line('unhandled ' + r);
  if (r === 'first') { job('job of unhandled'); line('after it'); }
});
let first = true;
process.on('uncaughtException', (e) => {
  line('caught ' + e);
  if (e !== 'timer' || !first) return;
  first = false;
  queueMicrotask(() => line('job'));
  Promise.reject('heard of');
  process._tickCallback();
  line('nothing was thrown');
  job('job of caught');
  line('after both');
});
Promise.reject('first');
setTimeout(() => { throw 'timer'; }, 5);
setTimeout(() => line('later'), 30);
process.on('exit', (c) => line('exit ' + c));
