// A continuation that is raised from background while it waits.
const c = new TaskController({ priority: 'background' });
onmessage = () => console.log('message');
scheduler.postTask(() => {
  setTimeout(() => { console.log('timer'); c.setPriority('user-visible'); });
  setTimeout(() => console.log('timer 2'));
  scheduler.yield().then(() => console.log('yield'));
  postMessage(0, '*');
}, { signal: c.signal });
