// a bit of everything
'use strict';
const child_process = require('child_process');
const crypto = require('crypto');
const dns = require('dns');
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');
// One line of the log, written at once so that nothing is lost at the end.
const log = (text) => fs.writeSync(1, text.replace(/[\\\r\n]/g, (c) => JSON.stringify(c).slice(1, -1)) + '\n');
// Nanoseconds since the start.
const start = process.hrtime();
const elapsed = () => { const [s, ns] = process.hrtime(start); return s * 1e9 + ns; };
// Milliseconds since a mark, or since the start, with at most two decimals.
const now = (mark = 0) => Math.round((elapsed() - mark) / 1e4) / 100;
// Synchronous work for so many milliseconds.
const busy = (ms) => { for (const end = elapsed() + ms * 1e6; elapsed() < end;); };
// What an error says; anything else is just a value.
const message = (error) => error == null ? 'undefined' : error instanceof Error ? error.message : 'value';
// A function that does nothing after so many calls.
const limited = (limit, f) => () => limit-- > 0 ? f() : undefined;
// A generator that has nothing to yield after so many calls.
const limitedGenerator = (limit, f) => () => limit-- > 0 ? f() : (async function* () {})();
// Promises that are used as they are by nothing that wants one of class Promise.
class Subclass extends Promise {}
// What a function returned, if that is a promise; else what was there before.
const promiseOr = (returned, before) => returned instanceof Promise ? returned : before;
// An interval that clears itself at the end of its n-th run.
function setIntervalTimes(n, callback, delay) {
  const timer = setInterval(() => {
    try { callback(); } finally { if (--n === 0) clearInterval(timer); }
  }, delay);
  return timer;
}
// Completes when another process has sent a byte, after so many milliseconds.
function receive(ms, callback, error) {
  const command = (ms === 'never' ? '' : 'sleep ' + ms / 1e3 + '; echo; ') + 'exec cat';
  const child = child_process.spawn('sh', ['-c', command], { stdio: ['pipe', 'pipe', 'ignore'] });
  child.unref();
  child.stdin.unref();
  child.stdout.once('data', () => { child.stdout.unref(); callback(error); });
  const close = (done = () => {}) => child.stdout.destroyed || child.stdout.once('close', done).destroy();
  return { close, ref: () => child.stdout.ref(), unref: () => child.stdout.unref() };
}
// Fails at once: there is no such pipe.
const refuse = (callback, error) => net.connect('/no/such/socket').once('error', () => callback(error));
// One request to the thread pool. How long it takes is the machine's affair.
// No release has the kernel do fs.access, as some do fs.stat (io_uring).
function work(kind, ms, callback, error) {
  const done = () => callback(error);
  if (kind === 'dns') dns.lookup('localhost', done);
  else if (kind === 'crypto') crypto.pbkdf2('', '', 1 + Math.round(1000 * ms), 32, 'sha1', done);
  else fs.access('.', done);
}
// The path of a file of so many bytes.
function file(bytes) {
  const name = path.join(os.tmpdir(), 'evsim-' + bytes);
  fs.writeFileSync(name, Buffer.alloc(bytes));
  return name;
}

let begin = 0;
let ready, resolveReady, rejectReady, awaited2, special, resolveSpecial, rejectSpecial, myTimer, user, item2, first, both, class2, socket;
let runs = 0;
let runs2 = 0;
let runs3 = 0;

async function fetchUser() {
  try {
    {
      const awaited = ready;
      awaited2 = promiseOr(awaited, awaited2);
      await awaited;
    }
  } catch (error) {
    log(`not ready: ${message(error)}`);
  } finally {
    log('done');
  }
  return 'value';
}

const retry = limited(3, () => {
  runs++;
  log(`try ${runs}`);
  retry();
});

const pages = limitedGenerator(2, async function* () {
  yield ready;
  yield* ['value', special];
});

async function readAll() {
  {
    let left = 2;
    for await (const item of pages()) {
      runs2++;
      log(`page ${runs2}`);
      if (--left === 0) break;
    }
  }
}

log(`start ${now()}`);
begin = elapsed();
ready = new Promise((resolve, reject) => {
  resolveReady = resolve; rejectReady = reject;
  myTimer = setTimeout(() => { resolveReady({ then(resolve) { resolve('value'); } }); }, 5);
});
user = fetchUser();
special = new Subclass((resolve, reject) => {
  resolveSpecial = resolve; rejectSpecial = reject;
  resolveSpecial();
});
item2 = pages();
first = item2.next();
item2.throw(first);
item2.return('value');
readAll();
user
  .then(() => { log('got it'); })
  .catch((error) => { log(`${message(error)}`); })
  .finally(() => {});
both = Promise.all([ready, user]);
class2 = setIntervalTimes(3, () => {
  runs3++;
  log(`${runs3} after ${now(begin)}`);
}, 2);
class2 && class2.unref();
setImmediate(() => {
  clearTimeout(myTimer);
  retry();
});
process.nextTick(() => { busy(1.5); });
socket = receive(3.25, (error) => {
  log(`net ${message(error)}`);
  socket && socket.close(() => { log('closed'); });
});
refuse((error) => { log(`${message(error)}`); }, new Error('refused'));
work('dns', 3, () => { log('dns'); });
fs.readFile(file(600000), (error) => {
  if (error) {
    log('gone');
  } else {
    log('read');
  }
});
process.on('uncaughtException', (error) => { log(`caught ${message(error)}`); });
