setTimeout(() => {
  setTimeout(() => console.log('timer'), 1);
  setTimeout(() => console.log('later timer'), 25);
  requestIdleCallback(() => console.log('idle'));
}, 100);
