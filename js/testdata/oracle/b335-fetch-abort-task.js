// {"name":"b335-fetch-abort-task","env":"browser","file":"b335-fetch-abort-task.js"}
const named = (e) => (e && e.name) || e;
onmessage = (e) => log('message ' + e.data);
addEventListener('unhandledrejection', (e) => { log('unhandled ' + named(e.reason)); e.preventDefault(); });
const job = (n) => queueMicrotask(() => { log('job ' + n); if (n < 3) job(n + 1); });
const parts = [
  () => { // under way
    const c = new AbortController();
    c.signal.addEventListener('abort', () => log('abort'));
    postMessage(1, '*');
    fetch('/ping', { signal: c.signal }).catch((e) => log('fetch ' + named(e)));
    c.abort();
    job(1);
    postMessage(2, '*');
  },
  () => { // its reason
    const c = new AbortController();
    fetch('/ping', { signal: c.signal }).catch((e) => log('fetch ' + named(e) + ' ' + (e === c.signal.reason)));
    postMessage(1, '*');
    c.abort('why');
    postMessage(2, '*');
  },
  () => { // nothing handles it
    const c = new AbortController();
    postMessage(1, '*');
    fetch('/ping', { signal: c.signal });
    c.abort();
    Promise.reject('another');
    job(3);
    postMessage(2, '*');
  },
  () => { // aborted before
    postMessage(1, '*');
    fetch('/ping', { signal: AbortSignal.abort('before') }).catch((e) => log('fetch ' + named(e)));
    job(3);
    postMessage(2, '*');
  },
];
const next = () => {
  if (!parts.length) return;
  log('--');
  parts.shift()();
  setTimeout(next, 50);
};
setTimeout(next, 20);
