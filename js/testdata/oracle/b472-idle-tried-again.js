setTimeout(() => {
  setTimeout(() => console.log('timer'), 1);
  setTimeout(() => console.log('later timer'), 6);
  requestIdleCallback(() => console.log('idle'));
}, 100);
