// Whether a signal's timeout counts for the nesting of timers: a timer of 2 ms behind one
// of 0 that is clamped or not.
import { busy } from 'evsim';
let depth = 0;
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => { setTimeout(() => console.log('plain 2'), 2); busy(12); };
const next = () => {
  if (++depth < 14) { AbortSignal.timeout(0).onabort = next; return; }
  port2.postMessage(0);
  setTimeout(() => console.log('behind signals 0'), 0);
};
AbortSignal.timeout(0).onabort = next;
