// {"name":"b314-post-task-delays","env":"browser","file":"b314-post-task-delays.js"}
const busy = (ms) => { const e = performance.now() + ms; while (performance.now() < e) ; };
const say = (x) => () => log(x);
const rounds = [
  () => { // stands later by 8 ms, whatever the delay
    scheduler.postTask(say('p10'), { delay: 10 });
    setTimeout(say('t17'), 17);
    setTimeout(say('t19'), 19);
    busy(30);
  },
  () => { // goes by its priority
    scheduler.postTask(say('p12'), { delay: 12 });
    scheduler.postTask(say('ub14'), { delay: 14, priority: 'user-blocking' });
    scheduler.postTask(say('bg1'), { delay: 1, priority: 'background' });
    setTimeout(say('t10'), 10);
    setTimeout(say('t22'), 22);
    setTimeout(say('t0'), 0);
    busy(40);
  },
  () => { // three while another waits
    const c = new MessageChannel();
    c.port1.onmessage = say('m');
    for (let i = 1; i <= 6; i++) {
      scheduler.postTask(() => {
        log('p' + i);
        if (i === 1) { setTimeout(say('z'), 0); scheduler.postTask(say('n')); c.port2.postMessage(0); }
      }, { delay: 2 });
    }
    busy(15);
  },
  () => { // its promise is settled as that of another
    scheduler.postTask(() => { Promise.resolve().then(say(1)).then(say(2)).then(say(3)); }, { delay: 2 }).then(say('done'));
    scheduler.postTask(() => { Promise.resolve().then(say(4)).then(say(5)).then(say(6)); }).then(say('done'));
  },
  () => { // moved and aborted while it waits
    const c = new TaskController(), d = new TaskController();
    scheduler.postTask(say('moved'), { delay: 10, signal: c.signal });
    scheduler.postTask(say('aborted'), { delay: 10, signal: d.signal }).catch(say('rejected'));
    setTimeout(say('t5'), 5);
    setTimeout(say('t6'), 6);
    c.setPriority('user-blocking');
    d.abort();
    busy(20);
  },
];
(function next(i) {
  if (i === rounds.length) return;
  log(i);
  rounds[i]();
  setTimeout(next, 100, i + 1);
})(0);
