// enterWith, and what runs more than once.
const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
const als = new AsyncLocalStorage();
const lines = [];
const say = (name) => lines.push([name, als.getStore()].join(' ')); // sorted in the end: when timers fire is not asked here
setTimeout(() => console.log(lines.sort().join('\n')), 300);

setTimeout(() => {
  als.enterWith('one');
  say('entered');
  setTimeout(() => say('timeout after enterWith'), 1);
  Promise.resolve().then(() => { say('then'); als.enterWith('two'); }).then(() => say('then after enterWith'));
  process.nextTick(() => { say('tick'); als.enterWith('three'); });
  process.nextTick(() => say('next tick'));
}, 1);
setTimeout(() => say('another timer'), 1);

// An interval.
setTimeout(() => {
  let n = 0;
  const t = setInterval(() => { say('interval ' + n); als.enterWith('interval ' + n); if (++n === 3) clearInterval(t); }, 2);
}, 10);

// A resource.
setTimeout(() => {
  const resource = new AsyncResource('x');
  resource.runInAsyncScope(() => { say('first'); als.enterWith('in resource'); });
  say('outside');
  resource.runInAsyncScope(() => say('second'));
  als.run('outer', () => { als.enterWith('entered inside run'); say('inside'); });
  say('after run');
}, 30);

// Async functions.
setTimeout(async () => {
  async function early() { als.enterWith('early'); }
  async function late() { await null; als.enterWith('late'); await null; say('in late'); }
  await early();
  say('after early');
  await late();
  say('after late');
  als.enterWith('here');
  await null;
  say('after await');
  setImmediate(() => { say('immediate'); als.enterWith('immediate'); });
  setImmediate(() => say('next immediate'));
}, 50);

setTimeout(() => {
  als.run('d', () => {
    setTimeout(() => { say('timer of a run'); als.disable(); say('disabled'); setTimeout(() => say('timer after disable'), 1); }, 1);
    setTimeout(() => say('timer set before disable'), 5);
  });
}, 80);
setTimeout(() => {
  als.run('again', () => { say('run after disable'); setTimeout(() => say('its timer'), 1); });
}, 120);
