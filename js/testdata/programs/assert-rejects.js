// When assert.rejects and doesNotReject settle.
const assert = require('assert');
const say = (text) => console.log(text);
const first = (e) => say(`${e.name} ${e.code} ${JSON.stringify(e.message.split('\n')[0])}`);
const count = (name, n) => { let p = Promise.resolve(); for (let i = 1; i <= n; i++) p = p.then(() => say(name + i)); };
count('t', 12);
assert.rejects(Promise.reject(new Error('a'))).then((v) => say('rejects ' + v));
assert.rejects(async () => { throw new TypeError('b'); }, TypeError).then((v) => say('rejects function ' + v));
assert.rejects(Promise.resolve(1)).catch(first);
assert.rejects(async () => 1, 'msg').catch(first);
assert.rejects(async () => 1, TypeError).catch(first);
assert.rejects(async () => { throw new Error('c'); }, /z/).catch(first);
assert.rejects(() => { throw new RangeError('sync'); }).catch(first);
assert.rejects(() => 1).catch(first);
assert.rejects(1).catch(first);
assert.rejects(async () => { throw new Error('d'); }, { message: 'd' }).then(() => say('object'));
assert.doesNotReject(Promise.resolve(1)).then((v) => say('doesNotReject ' + v));
assert.doesNotReject(async () => { throw new Error('inside'); }).catch(first);
assert.doesNotReject(async () => { throw new Error('inside'); }, 'msg').catch(first);
assert.rejects({ then(f, r) { r(new Error('thenable')); }, catch() {} }).then(() => say('thenable'), first);
setTimeout(async () => {
  try { await assert.rejects(async () => { await null; throw new Error('e'); }); say('awaited'); } catch (e) { first(e); }
  assert.strictEqual(1, 1);
  process.on('uncaughtException', first);
  assert.fail('uncaught');
}, 1);
process.on('unhandledRejection', first);
