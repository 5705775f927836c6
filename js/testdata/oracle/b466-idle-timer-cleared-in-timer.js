setTimeout(() => {
  clearTimeout(setTimeout(() => {}, 2));
  setTimeout(() => console.log('timer'), 4);
  requestIdleCallback(() => console.log('idle'));
}, 100);
