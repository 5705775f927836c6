setTimeout(() => requestIdleCallback(() => console.log('first')), 50);
setTimeout(() => {
  requestIdleCallback(() => {
    console.log('idle');
    requestIdleCallback(() => console.log('later idle'));
  });
  cancelIdleCallback(requestIdleCallback(() => console.log('cancelled')));
  setTimeout(() => console.log('timer'), 60);
}, 1500);
