// The module os, of the machine that process tells of (Node's documentation, "OS"). What
// would say how strong the machine is, or who uses it, nobody has told evsim.
'use strict';
const host = evsim$builtin('os');

function constant(value) {
  const get = () => value;
  get[Symbol.toPrimitive] = get;
  return get;
}

module.exports = {
  arch: constant('x64'),
  endianness: constant('LE'),
  homedir: constant('/home/node'),
  hostname: constant('localhost'),
  platform: constant('linux'),
  tmpdir: constant('/tmp'),
  type: constant('Linux'),
  EOL: '\n',
};
if (host.devNull) module.exports.devNull = '/dev/null';
for (const name of host.others) {
  Object.defineProperty(module.exports, name, { enumerable: true, configurable: true, get() { host.lacks(name); } });
}
