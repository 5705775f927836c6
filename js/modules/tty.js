// The module tty: nothing that a program writes to is a terminal (Node's documentation, "TTY").
'use strict';
const host = evsim$builtin('tty');

module.exports = { isatty: () => false };
for (const name of ['ReadStream', 'WriteStream']) {
  Object.defineProperty(module.exports, name, { enumerable: true, configurable: true, get() { host.lacks(name); } });
}
