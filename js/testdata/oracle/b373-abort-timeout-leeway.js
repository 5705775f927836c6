// Timeouts of signals among timers, all due.
import { busy } from 'evsim';
setTimeout(() => console.log('t28'), 28);
AbortSignal.timeout(20).onabort = () => console.log('abort20');
setTimeout(() => console.log('t28b'), 28);
setTimeout(() => console.log('t27'), 27);
setTimeout(() => console.log('t29'), 29);
AbortSignal.timeout(0).onabort = () => console.log('abort0');
setTimeout(() => console.log('t0'), 0);
busy(80);
