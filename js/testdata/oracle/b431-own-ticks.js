// process._tickCallback of the program's own. Node 10 and 11 call the property behind a main script that did not
// throw, by then Node's own again, and no release calls it behind a timer or an immediate.
const own = process._tickCallback;
process._tickCallback = () => console.log('mine');
process._tickCallback();
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('job'));
setTimeout(() => {
  process._tickCallback = () => console.log('mine again');
  process.nextTick(() => console.log('tick of the timer'));
  process._tickCallback();
  console.log('timer');
  setImmediate(() => {
    process.nextTick(() => console.log('tick of the immediate'));
    delete process._tickCallback;
    setImmediate(() => {
      console.log('typeof', typeof process._tickCallback);
      process.nextTick(() => console.log('last tick'));
    });
  });
}, 5);
process._tickCallback = own;
