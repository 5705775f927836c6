// {"name":"b103-abort-any","env":"browser","file":"b103-abort-any.js"}
const a = new AbortController(); const x = AbortSignal.any([a.signal]); const et = new EventTarget();
x.addEventListener('abort', () => log('x', x.reason)); a.signal.addEventListener('abort', () => { log('a', x.aborted); et.dispatchEvent(new Event('e')); });
et.addEventListener('e', () => log('e heard'), { signal: a.signal });
a.abort('why'); log(a.signal.aborted, x.aborted, Object.prototype.toString.call(a.signal), Object.prototype.toString.call(a));
try { AbortSignal.abort().throwIfAborted(); } catch (e) { log(e.name, e.code, e.message); }
