'use strict';
// What programs import from evsim when a real Node runs them: waits that take real time.

/** What evsim says of the world, as JSON in EVSIM_WORLD; without it nothing is said. */
const world = JSON.parse(process.env.EVSIM_WORLD || '{}');

/** How long a wait takes of which nothing is said, in milliseconds: from and to. */
const usual = [0, 5];

function entryOf(name) {
  const entry = world.io && world.io[name];
  if (entry) return entry;
  if (world.io && !world.other) throw new Error(`io(${JSON.stringify(name)}) takes an unknown time: add it to \`io\` in the scenario`);
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
// a message for each, in the order in which they are due, or writes a byte to a pipe: messages come together with what
// threads of the pool have done, and pipes as the network does.
const waiter = `
const fs = require('fs');
const { parentPort, workerData } = require('worker_threads');
const now = () => { const [s, ns] = process.hrtime(); return s * 1e3 + ns / 1e6; };
const due = [];
let timer;
const send = () => {
  while (due.length > 0 && due[0].at <= now()) {
    const { id, pipe } = due.shift();
    if (pipe !== undefined) fs.writeSync(pipe, '.');
    else parentPort.postMessage(id);
  }
  timer = due.length > 0 ? setTimeout(send, Math.max(0, due[0].at - now())) : undefined;
};
parentPort.on('message', ({ id, at, pipe }) => {
  let i = due.length;
  while (i > 0 && due[i - 1].at > at) i--;
  due.splice(i, 0, { id, at, pipe });
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
  const at = s * 1e3 + ns / 1e6 + ms;
  if (pipes.length > 0) {
    thread.postMessage({ at, pipe: readable(done) });
    return;
  }
  pending.set(++last, done);
  thread.ref();
  thread.postMessage({ id: last, at });
}

const pipes = []; // paths of named pipes that no wait uses

/** A pipe that calls back when there is a byte in it. */
function readable(done) {
  const { openSync, constants } = require('fs');
  const path = pipes.pop();
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const socket = new (require('net').Socket)({ fd, readable: true, writable: false });
  socket.once('data', () => {
    socket.destroy();
    pipes.push(path);
    done();
  });
  return fd;
}

function asProcess(ms, done) {
  const child = require('child_process').spawn('sh', ['-c', `sleep ${ms / 1e3}; echo`], { stdio: ['ignore', 'pipe', 'ignore'] });
  child.unref();
  child.stdout.once('data', () => { child.stdout.unref(); done(); });
}

/** Makes pipes in a folder, and waits for the thread to be up, so that no wait takes longer because of it. */
function ready(folder) {
  if (!threads().Worker || thread) return;
  const up = start();
  const names = Array.from({ length: 64 }, (_, i) => `${folder}/${process.pid}-${i}`);
  require('child_process').execFileSync('mkfifo', names, { stdio: 'ignore' });
  pipes.push(...names);
  Atomics.wait(up, 0, 0, 2000);
}

global[Symbol.for('evsim')] = exports; // for world.mjs
exports.io = io;
exports.busy = busy;
exports.after = after;
exports.ready = ready;
exports.isMain = () => threads().isMainThread !== false;
exports.world = world;
