const EventEmitter = require('events');
const { once, on } = EventEmitter;
const util = require('util');
const e = new EventEmitter();
e.on('newListener', (t) => console.log('new', t));
e.once('a', (x) => console.log('once a', x));
e.on('a', function (x) { console.log('a', x, this === e); });
e.prependListener('a', () => console.log('first'));
console.log(e.emit('a', 1), e.emit('a', 2), e.emit('none'));
console.log(e.listenerCount('a'), e.eventNames());
try { e.emit('error', new Error('bad')); } catch (x) { console.log('threw', x.message); }
try { e.emit('error', 'text'); } catch (x) { console.log(x.message, x.code); }
try { e.on('x', 3); } catch (x) { console.log(x.name, x.code, x.message); }
class My extends EventEmitter { constructor() { super(); this.x = 1; } }
const my = new My();
(async () => {
  setTimeout(() => { my.emit('go', 1, 2); console.log('emitted'); Promise.resolve().then(() => console.log('job')); }, 1);
  console.log(await once(my, 'go'));
  setImmediate(() => my.emit('error', new Error('no')));
  try { await once(my, 'never'); } catch (x) { console.log('once rejected', x.message); }
  process.nextTick(() => { my.emit('n', 1); my.emit('n', 2); my.emit('n', 3); });
  let n = 0;
  for await (const [v] of on(my, 'n')) { console.log('n', v); if (++n === 3) break; }
  console.log('left', my.listenerCount('n'));
})();
const sleep = util.promisify(setTimeout);
sleep(60, 'v').then((v) => console.log('slept', v));
util.promisify(setImmediate)('i').then((v) => console.log('imm', v));
const f = util.promisify((a, cb) => process.nextTick(cb, null, a * 2));
f(4).then((v) => console.log('f', v));
util.callbackify(async (a) => a + 1)(1, (err, v) => { console.log('cb', err, v); process.nextTick(() => console.log('tick')); });
console.log(util.types.isPromise(f(1)), util.types.isAsyncFunction(async () => {}), util.types.isDate(new Date()), util.isDeepStrictEqual({ a: [1, new Map([[1, { b: 2 }]])] }, { a: [1, new Map([[1, { b: 2 }]])] }));
