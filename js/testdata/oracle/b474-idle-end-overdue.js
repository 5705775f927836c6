import { busy } from 'evsim';
setTimeout(() => {
  setTimeout(() => console.log('timer'), 4);
  requestIdleCallback(() => {
    console.log('idle');
    busy(5);
    setTimeout(() => console.log('later timer'), 2);
  });
  requestIdleCallback(() => console.log('later idle'));
}, 100);
