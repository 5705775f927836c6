// What Node warns of where it is used first, while it is experimental.
process.on('warning', (w) => console.log('W', w.name, w.message, w.code));
const fs = require('fs'), dns = require('dns');
Promise.resolve().then(() => console.log('job'));
process.nextTick(() => console.log('tick'));
console.log('promises' in fs, 'promises' in dns, Object.keys(dns).includes('promises'));
console.log(typeof fs.promises, fs.promises === fs.promises);
console.log(typeof dns.promises, dns.promises === dns.promises);
setTimeout(() => {
  if (typeof AbortController !== 'function') return;
  new AbortController();
  new AbortController();
  console.log('made');
  Promise.resolve().then(() => console.log('job of the timer'));
}, 5);
