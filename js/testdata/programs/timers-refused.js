// What the functions of timers/promises refuse.
const { setTimeout: sleep, setImmediate: soon, setInterval: every } = require('timers/promises');
(async () => {
  const tries = [() => sleep('x', 'slept'), () => sleep(1, 1, 5), () => sleep(1, 1, null), () => soon(1, 5), () => sleep(1, 1, { signal: 5 }), () => sleep(1, 1, { ref: 5 }), () => sleep(1, 'good'),
    async () => { for await (const x of every('x', 'beat')) return x; }, async () => { for await (const x of every(1, 1, 5)) return x; }];
  for (const f of tries) await f().then((v) => console.log(v), (e) => console.log(e.name, e.code, e.message));
})();
