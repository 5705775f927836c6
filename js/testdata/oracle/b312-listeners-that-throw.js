// {"name":"b312-listeners-that-throw","env":"browser","file":"b312-listeners-that-throw.js"}
addEventListener('error', () => { log('err'); Promise.resolve().then(() => log('job')); });
addEventListener('error', () => log('err 2'));
addEventListener('message', () => { log('message'); Promise.resolve().then(() => log('after')); throw 1; });
addEventListener('message', () => log('message 2'));
const c = new MessageChannel();
c.port1.onmessage = () => { log('port'); Promise.resolve().then(() => log('after port')); throw 2; };
postMessage(0, '*');
setTimeout(() => c.port2.postMessage(0), 50);
setTimeout(() => { const s = AbortSignal.timeout(10); s.onabort = () => { log('abort'); throw 4; }; }, 300);
setTimeout(() => { const t = new EventTarget(); t.addEventListener('x', () => { log('own'); throw 5; }); t.dispatchEvent(new Event('x')); log('dispatched'); }, 400);
setTimeout(() => { const b = document.createElement('div'); new MutationObserver(() => { log('mutation'); throw 6; }).observe(b, { attributes: true }); b.setAttribute('a', 'b'); }, 500);
