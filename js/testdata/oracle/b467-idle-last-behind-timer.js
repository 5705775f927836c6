setTimeout(() => {
  setTimeout(() => console.log('timer'), 27);
  setTimeout(() => console.log('later timer'), 38);
  requestIdleCallback(() => console.log('first'));
  requestIdleCallback(() => console.log('second'));
  requestIdleCallback(() => console.log('third'));
}, 100);
