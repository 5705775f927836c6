const idle = (name) => (d) => console.log(name, d.didTimeout);
setTimeout(() => {
  requestIdleCallback(idle('negative'), { timeout: -5 });
  requestIdleCallback(idle('large'), { timeout: 2 ** 31 });
  requestIdleCallback(idle('whole'), { timeout: 2 ** 32 });
  requestIdleCallback(idle('none'));
  setTimeout(() => console.log('timer'), 0);
}, 100);
