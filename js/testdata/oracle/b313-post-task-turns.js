// {"name":"b313-post-task-turns","env":"browser","file":"b313-post-task-turns.js"}
const say = (x) => () => log(x);
const post = (x, options) => scheduler.postTask(say(x), options).catch(() => log(x + ' aborted'));
const rounds = [
  () => { // an aborted task leaves its turn
    const c = new TaskController();
    post('a', { signal: c.signal });
    setTimeout(say('z'), 0);
    onmessage = say('w');
    postMessage(0, '*');
    post('b');
    c.abort();
  },
  () => { // one that goes before all others
    const c = new AbortController();
    post('a', { signal: c.signal, priority: 'user-blocking' });
    onmessage = say('w');
    postMessage(0, '*');
    post('bg', { priority: 'background' });
    post('v');
    c.abort();
  },
  () => { // a task that is moved up
    const c = new TaskController({ priority: 'background' });
    post('a', { signal: c.signal });
    onmessage = say('w');
    postMessage(0, '*');
    post('b');
    setTimeout(say('z'), 0);
    c.setPriority('user-blocking');
  },
  () => { // one that is moved down
    const c = new TaskController({ priority: 'user-blocking' });
    post('a', { signal: c.signal });
    onmessage = say('w');
    postMessage(0, '*');
    post('b');
    setTimeout(say('z'), 0);
    c.setPriority('background');
  },
  () => { // nothing is left for the turn
    const c = new TaskController();
    post('a', { signal: c.signal });
    c.abort();
    setTimeout(() => { log('z'); post('b'); onmessage = say('w'); postMessage(0, '*'); }, 0);
  },
];
(function next(i) {
  if (i === rounds.length) return;
  log(i);
  rounds[i]();
  setTimeout(next, 100, i + 1);
})(0);
