// {"name":"b372-job-of-message-among-timers","race":true,"claim":"where among the timers the event loop has its own is left open"}
// A job that a message's task queues between timers, of which the first posts a message.
let k = 0;
onmessage = () => {
  console.log('m' + ++k);
  if (k > 1) return;
  setTimeout(() => { console.log('c'); postMessage(0, '*'); }, 0);
  Promise.resolve().then(() => {});
  setTimeout(() => console.log('d'), 0);
};
postMessage(0, '*');
setTimeout(() => console.log('a'), 0);
