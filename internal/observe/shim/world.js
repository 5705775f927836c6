'use strict';
// What programs import from evsim when a real Node runs them: waits that take real time.

/** What evsim says of the world, as JSON in EVSIM_WORLD; without it nothing is said. */
const world = JSON.parse(process.env.EVSIM_WORLD || '{}');

/** How long a wait takes of which nothing is said, in milliseconds: from and to. */
const usual = [0, 5];

function entryOf(name) {
  const entry = world.io && world.io[name];
  if (entry) return entry;
  if (world.io && !world.other) throw new Error(`io(${JSON.stringify(name)}) takes a time that nothing says: add it to \`io\` in the scenario`);
  return { latency: world.other || usual };
}

const draw = ([low, high]) => low + Math.random() * (high - low);

/** A wait that is over after as long as the world says, by the name; it fails where the world says so. */
function io(name) {
  const entry = entryOf(String(name));
  return new Promise((resolve, reject) => {
    after(draw(entry.latency), () => {
      if (entry.fails) reject(new Error(entry.fails === true ? `${name} failed` : entry.fails));
      else resolve(entry.value);
    });
  });
}

/** Work that takes so many milliseconds. */
function busy(ms) {
  const start = process.hrtime();
  for (;;) {
    const [s, ns] = process.hrtime(start);
    if (s * 1e3 + ns / 1e6 >= ms) return;
  }
}

// A wait ends as an answer of the network does: in the poll phase, each in a callback of its own. So a thread sends
// a message for each, in the order in which they are due.
const waiter = `
const { parentPort, workerData } = require('worker_threads');
const now = () => { const [s, ns] = process.hrtime(); return s * 1e3 + ns / 1e6; };
const due = [];
let timer;
const send = () => {
  while (due.length > 0 && due[0].at <= now()) parentPort.postMessage(due.shift().id);
  timer = due.length > 0 ? setTimeout(send, Math.max(0, due[0].at - now())) : undefined;
};
parentPort.on('message', ({ id, at }) => {
  let i = due.length;
  while (i > 0 && due[i - 1].at > at) i--;
  due.splice(i, 0, { id, at });
  clearTimeout(timer);
  timer = setTimeout(send, Math.max(0, due[0].at - now()));
});
Atomics.store(workerData, 0, 1);
Atomics.notify(workerData, 0);
`;

const pending = new Map();
let thread;
let last = 0;

/** Starts the thread that ends waits, which the first wait does otherwise, and lets it come up. */
function start() {
  const { Worker } = threads();
  const up = new Int32Array(new SharedArrayBuffer(4));
  thread = new Worker(waiter, { eval: true, workerData: up });
  thread.on('message', (id) => {
    const done = pending.get(id);
    pending.delete(id);
    if (pending.size === 0) thread.unref();
    done();
  });
  thread.unref();
  return up;
}

function threads() {
  try {
    return require('worker_threads');
  } catch (error) {
    return {}; // before Node 11.7
  }
}

function after(ms, done) {
  if (!threads().Worker) return asProcess(ms, done);
  if (!thread) start();
  const [s, ns] = process.hrtime();
  pending.set(++last, done);
  thread.ref();
  thread.postMessage({ id: last, at: s * 1e3 + ns / 1e6 + ms });
}

function asProcess(ms, done) {
  const child = require('child_process').spawn('sh', ['-c', `sleep ${ms / 1e3}; echo`], { stdio: ['ignore', 'pipe', 'ignore'] });
  child.unref();
  child.stdout.once('data', () => { child.stdout.unref(); done(); });
}

/** Waits for the thread to be up, so that no wait takes longer because of it. */
function ready() {
  if (threads().Worker && !thread) Atomics.wait(start(), 0, 0, 2000);
}

exports.io = io;
exports.busy = busy;
exports.after = after;
exports.ready = ready;
exports.world = world;
