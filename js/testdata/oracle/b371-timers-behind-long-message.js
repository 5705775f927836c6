// A message's task that takes longer than WebKit lets timers run together, and sets one.
import { busy } from 'evsim';
onmessage = () => {
  console.log('m');
  setTimeout(() => console.log('c'), 0);
  busy(40);
};
addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  console.log('U');
});
postMessage(0, '*');
setTimeout(() => {
  console.log('a');
  setTimeout(() => console.log('b'), 0);
  Promise.reject(1);
}, 0);
