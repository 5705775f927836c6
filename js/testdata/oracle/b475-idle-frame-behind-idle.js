setTimeout(() => requestIdleCallback(() => console.log('first')), 100);
setTimeout(() => {
  requestAnimationFrame(() => console.log('frame'));
  requestIdleCallback(() => console.log('idle'));
}, 150);
