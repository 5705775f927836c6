setTimeout(() => requestIdleCallback(() => console.log('first')), 50);
setTimeout(() => {
  requestIdleCallback(() => {
    console.log('idle');
    requestIdleCallback(() => console.log('timed out'), { timeout: 5 });
  });
  setTimeout(() => {
    console.log('timer');
    requestIdleCallback(() => console.log('later idle'));
  }, 40);
  setTimeout(() => console.log('later timer'), 80);
}, 1500);
