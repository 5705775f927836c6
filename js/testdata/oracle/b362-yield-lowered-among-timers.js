// A continuation that is lowered to background while it waits.
const c = new TaskController();
let resolve;
onmessage = () => console.log('message');
scheduler.postTask(async () => {
  await new Promise((r) => { resolve = r; });
  scheduler.yield().then(() => console.log('yield'));
  c.setPriority('background');
}, { signal: c.signal });
setTimeout(() => {
  setTimeout(() => { console.log('timer'); resolve(); });
  setTimeout(() => console.log('timer 2'));
  postMessage(0, '*');
}, 30);
