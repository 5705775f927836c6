setTimeout(() => {
  setTimeout(() => console.log('timer'), 1);
  requestIdleCallback(() => console.log('idle'));
}, 100);
