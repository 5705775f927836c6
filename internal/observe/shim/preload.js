'use strict';
// What evsim has Node load before a program that it observes: each call of console writes one line, at once, and
// addresses that the world names answer as it says.
const fs = require('fs');
const util = require('util');
const shim = require('./node_modules/evsim/world.js');

const line = (text) => {
  const bytes = Buffer.from(text.replace(/[\\\r\n]/g, (c) => JSON.stringify(c).slice(1, -1)) + '\n');
  for (let from = 0; from < bytes.length;) {
    try {
      from += fs.writeSync(1, bytes, from);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error; // a reader that is behind
    }
  }
};

let indent = '';
const print = (text) => line(indent + text.replace(/\n/g, '\n' + indent));
for (const name of ['log', 'info', 'debug', 'error', 'warn']) console[name] = (...args) => print(util.format(...args));
console.trace = (...args) => print(`Trace: ${util.format(...args)}`.replace(/: $/, ''));
console.dir = (value, options) => print(util.inspect(value, options));
console.group = console.groupCollapsed = (...args) => {
  if (args.length > 0) console.log(...args);
  indent += '  ';
};
console.groupEnd = () => { indent = indent.slice(2); };

const stdout = Object.getOwnPropertyDescriptor(process, 'stdout');
let held = '';
Object.defineProperty(process, 'stdout', {
  configurable: true,
  enumerable: true,
  get() {
    const stream = stdout.get.call(process);
    stream.write = (chunk, encoding, done) => {
      const lines = (held + chunk).split('\n');
      held = lines.pop();
      lines.forEach(line);
      const called = typeof encoding === 'function' ? encoding : done;
      if (called) process.nextTick(called);
      return true;
    };
    return stream;
  },
});

const { network } = shim.world;
if (network && typeof fetch === 'function') {
  const real = fetch;
  globalThis.fetch = (url, ...rest) => {
    const entry = network[String(url)];
    if (!entry) return real(url, ...rest);
    return new Promise((resolve, reject) => {
      const [low, high] = entry.latency;
      shim.after(low + Math.random() * (high - low), () => {
        if (entry.fails) reject(new TypeError('fetch failed'));
        else resolve(new Response(''));
      });
    });
  };
}
// Threads load this file, too.
if (process.env.EVSIM_PIPES && shim.isMain()) shim.ready(process.env.EVSIM_PIPES);
