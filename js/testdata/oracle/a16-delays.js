// {"name":"a16-delays","env":"node","file":"a16-delays.js"}
const util = require('util');
const wait = util.promisify(setTimeout);
const show = (name, p) => p.then(() => log(name), (e) => log(name + ' ' + e.code));
setTimeout(() => {
  show('promisified text', wait('3'));
  show('promisified object', wait({ valueOf: () => 3 }));
  show('promisified number', wait(3));
  const { setTimeout: after, setInterval: every } = require('timers/promises');
  log(after === wait);
  show('text', after('5'));
  show('number', after(5));
  (async () => { try { for await (const _ of every('7')) { log('each'); break; } } catch (e) { log('each ' + e.code); } })();
  if (process.version.startsWith('v16')) return;
  for (const d of [0.5, -1, '2', NaN, 4294967296, 1e10, undefined, true]) {
    try { AbortSignal.timeout(d); log('made ' + d); } catch (e) { log(e.name + ' ' + e.code + ': ' + e.message); }
  }
}, 1);
