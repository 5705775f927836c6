// Rendering in stages, as Next.js 16 does it: two timers that run in one pass of
// the timers phase, so that no task of anybody else comes between them. What the
// first stage starts by setImmediate is run between them by hand.
const captured = [];
const real = globalThis.setImmediate;

function capturing(callback) {
  captured.push(callback);
}

function runCaptured() {
  for (const callback of captured.splice(0)) process.nextTick(callback);
}

function inStages(first, second, together) {
  const one = setTimeout(() => {
    globalThis.setImmediate = capturing;
    first();
    globalThis.setImmediate = real;
    runCaptured();
  }, 0);
  console.log('set'); // which takes some time
  const two = setTimeout(() => second(), 0);
  // Timers of one duration stand in one list. The second would wait for its own
  // millisecond, unless it is taken for one that was set with the first.
  if (together) two._idleStart = one._idleStart;
}

inStages(
  () => {
    console.log('first stage');
    setImmediate(() => console.log('work of the first stage'));
    real(() => console.log('task of somebody else'));
  },
  () => console.log('second stage'),
  TOGETHER,
);
