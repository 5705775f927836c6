setTimeout(() => {
  clearTimeout(setTimeout(() => {}, 38));
  cancelIdleCallback(requestIdleCallback(() => {}, { timeout: 2 }));
  clearTimeout(setTimeout(() => {}, 27));
  setTimeout(() => console.log('timer'), 5);
  requestIdleCallback(() => console.log('idle'));
}, 100);
