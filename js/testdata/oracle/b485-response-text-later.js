const { port1, port2 } = new MessageChannel();
port1.onmessage = (e) => console.log(e.data);
fetch('/ping').then((r) => {
  console.log('answer', r.bodyUsed);
  setTimeout(() => {
    port2.postMessage('message');
    r.text().then(() => console.log('text'));
    r.json().catch((e) => console.log(e.name, r.bodyUsed));
    port2.postMessage('another');
    let jobs = 0;
    const job = () => { if (++jobs < 50) queueMicrotask(job); else console.log('jobs'); };
    job();
  }, 100);
});
