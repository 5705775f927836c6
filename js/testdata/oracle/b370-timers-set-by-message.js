// Timers that a message's task sets, and a message between them.
let k = 0;
onmessage = () => {
  console.log('m' + ++k);
  if (k > 1) return;
  setTimeout(() => console.log('A'), 0);
  postMessage(0, '*');
  setTimeout(() => console.log('B'), 0);
};
postMessage(0, '*');
