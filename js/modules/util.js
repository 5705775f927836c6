// The module util, as far as programs ask for it; equal.js stands before it.
const custom = Symbol.for('nodejs.util.promisify.custom');

function wrong(name, kind, value) {
  const error = new TypeError(`The "${name}" argument must be ${kind}. Received ${host.received(value)}`);
  host.coded(error, 'ERR_INVALID_ARG_TYPE');
  return error;
}

// promisify makes a function that returns a promise of one that calls back.
function promisify(original) {
  if (typeof original !== 'function') throw wrong('original', host.ofFunction, original);
  let given = original[custom] ?? host.promised(original);
  if (typeof given === 'string') given = require('timers/promises')[given];
  if (given !== undefined) {
    if (typeof given !== 'function') throw wrong('util.promisify.custom', 'of type function', given);
    return Object.defineProperty(given, custom, { value: given, enumerable: false, writable: false, configurable: true });
  }
  function promised(...args) {
    return new Promise((resolve, reject) => {
      original.call(this, ...args, (error, ...values) => {
        if (error) reject(error);
        else resolve(values[0]);
      });
    });
  }
  Object.setPrototypeOf(promised, Object.getPrototypeOf(original));
  Object.defineProperty(promised, custom, { value: promised, enumerable: false, writable: false, configurable: true });
  const own = Object.getOwnPropertyDescriptors(original);
  for (const key of Reflect.ownKeys(own)) if (key !== 'prototype') Object.defineProperty(promised, key, own[key]);
  return promised;
}
promisify.custom = custom;

// callbackify is the reverse: it calls back in a tick.
function callbackify(original) {
  if (typeof original !== 'function') throw wrong('original', host.ofFunction, original);
  const callbackified = function (...args) {
    const done = args.pop();
    if (typeof done !== 'function') throw wrong('last argument', host.ofFunction, done);
    original.apply(this, args).then(
      (value) => process.nextTick(done.bind(this), null, value),
      (reason) => process.nextTick(done.bind(this), reason || falsy(reason)),
    );
  };
  Object.setPrototypeOf(callbackified, Object.getPrototypeOf(original));
  Object.defineProperty(callbackified, 'name', { value: original.name + 'Callbackified', configurable: true });
  Object.defineProperty(callbackified, 'length', { value: original.length + 1, configurable: true });
  return callbackified;
}

function falsy(reason) {
  const error = new Error('Promise was rejected with falsy value');
  host.coded(error, 'ERR_FALSY_VALUE_REJECTION');
  error.reason = reason;
  return error;
}

const is = (...kinds) => (value) => kinds.includes(kindOf(value));
const boxed = ['Number', 'String', 'Boolean', 'Symbol', 'BigInt'];
const typed = ['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array'];
const types = {
  isPromise: is('Promise'), isMap: is('Map'), isSet: is('Set'), isWeakMap: is('WeakMap'), isWeakSet: is('WeakSet'), isDate: is('Date'), isRegExp: is('RegExp'),
  isNativeError: is('Error'), isArgumentsObject: is('Arguments'), isArrayBuffer: is('ArrayBuffer'), isAnyArrayBuffer: is('ArrayBuffer'), isDataView: is('DataView'),
  isAsyncFunction: is('AsyncFunction', 'AsyncGeneratorFunction'), isGeneratorFunction: is('GeneratorFunction', 'AsyncGeneratorFunction'), isGeneratorObject: is('Generator', 'AsyncGenerator'),
  isMapIterator: is('Map Iterator'), isSetIterator: is('Set Iterator'), isProxy: is('Proxy'), isTypedArray: is(...typed), isArrayBufferView: is(...typed, 'DataView'),
  isBoxedPrimitive: is(...boxed), isNumberObject: is('Number'), isStringObject: is('String'), isBooleanObject: is('Boolean'), isSymbolObject: is('Symbol'), isBigIntObject: is('BigInt'),
};
for (const name of typed) types['is' + name] = is(name);

function inherits(child, parent) {
  if (child === undefined || child === null) throw wrong('ctor', host.ofFunction, child);
  if (parent === undefined || parent === null) throw wrong('superCtor', host.ofFunction, parent);
  Object.defineProperty(child, 'super_', { value: parent, writable: true, configurable: true });
  Object.setPrototypeOf(child.prototype, parent.prototype);
}

// deprecate is a function that tells of itself as it is first called, once for a code.
const told = new Set();
function deprecate(fn, message, code) {
  if (process.noDeprecation === true) return fn;
  if (code !== undefined && typeof code !== 'string') throw wrong('code', 'of type string', code);
  let called = false;
  function deprecated(...args) {
    if (!called) {
      called = true;
      if (code === undefined) process.emitWarning(message, 'DeprecationWarning', deprecated);
      else if (!told.has(code)) {
        process.emitWarning(message, 'DeprecationWarning', code, deprecated);
        told.add(code);
      }
    }
    return new.target ? Reflect.construct(fn, args, new.target) : Reflect.apply(fn, this, args);
  }
  Object.setPrototypeOf(deprecated, fn);
  if (fn.prototype) deprecated.prototype = fn.prototype;
  Object.defineProperty(deprecated, 'length', { value: host.deprecatedCounts ? fn.length : 0 });
  return deprecated;
}

host.inspect.custom = Symbol.for('nodejs.util.inspect.custom');
const util = {
  inspect: host.inspect, format: host.format, promisify, callbackify, types, inherits,
  formatWithOptions: (options, ...args) => host.format(...args),
  isDeepStrictEqual: (a, b) => equal(a, b),
  deprecate,
  debuglog: () => Object.assign(() => {}, { enabled: false }),
  stripVTControlCharacters: (text) => String(text).replace(/\u001b\[[0-9;]*[A-Za-z]/g, ''),
  isArray: Array.isArray,
};
util.debug = util.debuglog;
host.gives(util);
module.exports = util;
