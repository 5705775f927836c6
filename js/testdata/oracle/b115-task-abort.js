// {"name":"b115-task-abort","env":"browser","race":true,"file":"b115-task-abort.js"}
const go = (p) => scheduler.postTask(() => { log(p); }, { priority: p }); go('background'); go('user-visible'); go('user-blocking'); scheduler.postTask(() => log('delayed'), { delay: 30 }); Promise.resolve().then(() => log('job'));
const tc = new TaskController({ priority: 'background' }); scheduler.postTask(() => log('never'), { signal: tc.signal }).catch((e) => log('aborted', e.name)); tc.abort();
