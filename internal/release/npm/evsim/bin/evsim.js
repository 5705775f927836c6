#!/usr/bin/env node
// Starts the binary for this system with the same arguments, and ends as it does.
'use strict';
const { spawn } = require('node:child_process');
const { binary } = require('../lib/platform.js');

let program;
try {
  program = binary();
} catch (err) {
  console.error(`evsim: ${err.message}`);
  process.exit(2);
}
const child = spawn(program, process.argv.slice(2), { stdio: 'inherit' });
// The terminal sends its signals to both; the binary decides how it ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (err) => {
  console.error(`evsim: cannot start ${program}: ${err.message}`);
  process.exit(2);
});
child.on('exit', (code, signal) => {
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
