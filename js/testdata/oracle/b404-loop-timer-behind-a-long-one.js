// {"name":"b404-loop-timer-behind-a-long-one","race":true,"claim":"where among the timers the event loop has its own is left open"}
import { busy } from 'evsim';
addEventListener('unhandledrejection', (e) => { console.log('u'); queueMicrotask(() => console.log('j')); e.preventDefault(); });
const q = []; onmessage = () => q.shift()(); const msg = (f) => { q.push(f); postMessage(0, '*'); };
setTimeout(() => { msg(() => { console.log('m'); setTimeout(() => { console.log('x27'); setTimeout(() => console.log('x25'), 0); setTimeout(() => console.log('x26'), 0); busy(20); }, 0); setTimeout(() => console.log('x28'), 0); setTimeout(() => { console.log('x32'); msg(() => console.log('x30')); }, 0); queueMicrotask(() => console.log('k')); }); }, 100);
