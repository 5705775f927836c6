// The module assert; equal.js stands before it. The first line of each message is
// that of the release; what differs is shown in fewer words than Node's.
const own = evsim$builtin('assert');
const old = own.release < 12;
const none = Symbol('no exception');

function coded(kind, code, message) {
  const error = new kind(message);
  if (old) Object.defineProperty(error, 'name', { value: `${error.name} [${code}]`, configurable: true, writable: true });
  error.code = code;
  return error;
}

function wrongArgument(name, kinds, value) {
  return coded(TypeError, 'ERR_INVALID_ARG_TYPE', `The "${name}" argument must be ${kinds}. Received ${host.received(value)}`);
}

const headers = old
  ? { deepStrictEqual: 'Input A expected to strictly deep-equal input B:', strictEqual: 'Input A expected to strictly equal input B:', identical: 'Input objects identical but not reference equal:' }
  : { deepStrictEqual: 'Expected values to be strictly deep-equal:', strictEqual: 'Expected values to be strictly equal:', identical: 'Values have same structure but are not reference-equal:' };
const inspect = (value) => host.inspect(value, { compact: old, customInspect: false, depth: 1000, maxArrayLength: Infinity, breakLength: Infinity });
const isObject = (value) => typeof value === 'object' && value !== null;

// compared is the message of an operator that wants two values to be equal.
function compared(actual, expected, operator) {
  const a = inspect(actual), b = inspect(expected);
  let header = headers[operator];
  if (operator === 'strictEqual' && a === b && isObject(actual)) header = headers.identical;
  else if (operator === 'strictEqual' && !old && (isObject(actual) && isObject(expected) || typeof actual === 'function' && typeof expected === 'function')) header = 'Expected "actual" to be reference-equal to "expected":';
  if (header === headers.identical) return `${header}\n\n${a}\n`;
  if (!old && !isObject(actual) && !isObject(expected) && a.length + b.length <= 12 && (actual !== 0 || expected !== 0)) return `${header}\n\n${a} !== ${b}\n`;
  const lines = (sign, text) => text.split('\n').map((line) => sign + line).join('\n');
  return `${header}\n+ actual - expected\n\n${lines('+ ', a)}\n${lines('- ', b)}`;
}

// toldApart is the message of an operator that wants them not to be.
function toldApart(actual, operator) {
  let header = old ? `Identical input passed to ${operator}:` : operator === 'notStrictEqual' ? 'Expected "actual" to be strictly unequal to:' : 'Expected "actual" not to be strictly deep-equal to:';
  if (!old && operator === 'notStrictEqual' && (isObject(actual) || typeof actual === 'function')) header = 'Expected "actual" not to be reference-equal to "expected":';
  const shown = inspect(actual);
  if (shown.includes('\n') || old && isObject(actual)) return `${header}\n\n${shown}\n`;
  return `${header}${!old && shown.length > 5 ? '\n\n' : ' '}${shown}`;
}

function messageOf(actual, expected, operator) {
  switch (operator) {
    case 'deepStrictEqual': case 'strictEqual': return compared(actual, expected, operator);
    case 'notDeepStrictEqual': case 'notStrictEqual': return toldApart(actual, operator);
    case 'deepEqual': if (!old) return `Expected values to be loosely deep-equal:\n\n${inspect(actual)}\n\nshould loosely deep-equal\n\n${inspect(expected)}`; break;
    case 'notDeepEqual': if (own.release >= 12 && inspect(actual) !== inspect(expected)) return `Expected values not to be loosely deep-equal:\n\n${inspect(actual)}\n\nshould not loosely deep-equal\n\n${inspect(expected)}`;
      if (!old) return `Expected "actual" not to be loosely deep-equal to:\n\n${inspect(actual)}`; break;
  }
  return `${inspect(actual)} ${operator} ${inspect(expected)}`;
}

class AssertionError extends Error {
  constructor(options) {
    if (!isObject(options)) throw wrongArgument('options', old ? 'of type Object' : 'of type object', options);
    const { message, actual, expected, operator } = options;
    super(message != null ? String(message) : messageOf(actual, expected, operator));
    this.generatedMessage = !message;
    const name = 'AssertionError [ERR_ASSERTION]';
    Object.defineProperty(this, 'name', { value: name, enumerable: old, writable: true, configurable: true });
    this.code = 'ERR_ASSERTION';
    this.actual = actual;
    this.expected = expected;
    this.operator = operator;
    Error.captureStackTrace(this);
    if (!old) this.name = 'AssertionError';
    if (own.release >= 22) this.diff = options.diff ?? 'simple';
  }
  toString() { return old ? super.toString() : `${this.name} [${this.code}]: ${this.message}`; }
}

function fails(details) {
  if (details.message instanceof Error) throw details.message;
  throw new AssertionError(details);
}

function demand(holds, count, value, message) {
  if (holds) return;
  let made = false;
  if (count === 0) {
    made = true;
    message = 'No value argument passed to `assert.ok()`';
  } else if (message == null) {
    made = true;
    message = `The expression evaluated to a falsy value:\n\n  ${own.line()}\n`;
  } else if (message instanceof Error) {
    throw message;
  }
  const error = new AssertionError({ actual: value, expected: true, message, operator: '==' });
  error.generatedMessage = made;
  throw error;
}

function both(count) {
  if (!old && count < 2) throw coded(TypeError, 'ERR_MISSING_ARGS', 'The "actual" and "expected" arguments must be specified');
}

// comparison makes a method that compares two values.
function comparison(operator, holds, shown = operator) {
  return { [operator](actual, expected, message) {
    both(arguments.length);
    if (!holds(actual, expected)) fails({ actual, expected, message, operator: shown });
  } }[operator];
}

const looselySame = (a, b) => a == b || own.release >= 14 && a !== a && b !== b;

const assert = { ok(...args) { demand(args[0], args.length, args[0], args[1]); } }.ok;
Object.assign(assert, {
  fail(message = undefined, expected = undefined, ...rest) {
    if (message instanceof Error) throw message;
    const error = new AssertionError({ message: message === undefined ? 'Failed' : message, operator: 'fail' });
    error.generatedMessage = message === undefined;
    throw error;
  },
  AssertionError,
  ok: assert,
  equal: comparison('equal', looselySame, '=='),
  notEqual: comparison('notEqual', (a, b) => !looselySame(a, b), '!='),
  deepEqual: comparison('deepEqual', (a, b) => equal(a, b, true)),
  notDeepEqual: comparison('notDeepEqual', (a, b) => !equal(a, b, true)),
  deepStrictEqual: comparison('deepStrictEqual', (a, b) => equal(a, b)),
  notDeepStrictEqual: comparison('notDeepStrictEqual', (a, b) => !equal(a, b)),
  strictEqual: comparison('strictEqual', Object.is),
  notStrictEqual: comparison('notStrictEqual', (a, b) => !Object.is(a, b)),
});

function isPromise(value) {
  return kindOf(value) === 'Promise' || isObject(value) && typeof value.then === 'function' && typeof value.catch === 'function';
}

function caught(fn) {
  if (typeof fn !== 'function') throw wrongArgument('fn', old ? 'of type Function' : 'of type function', fn);
  try {
    fn();
  } catch (e) {
    return e;
  }
  return none;
}

function returned(value) {
  if (value != null && (own.release >= 16 ? isObject(value) : true) && value.constructor && value.constructor.name) return `an instance of ${value.constructor.name}`.slice(own.release >= 16 ? 0 : 3);
  return own.release >= 16 ? host.received(value) : `type ${typeof value}`;
}

async function rejection(promiseFn) {
  let promise;
  if (typeof promiseFn === 'function') {
    promise = promiseFn();
    if (!isPromise(promise)) throw coded(TypeError, 'ERR_INVALID_RETURN_VALUE', `Expected instance of Promise to be returned from the "promiseFn" function but got ${returned(promise)}.`);
  } else if (isPromise(promiseFn)) {
    promise = promiseFn;
  } else {
    throw wrongArgument('promiseFn', old ? 'one of type Function or Promise' : 'of type function or an instance of Promise', promiseFn);
  }
  try {
    await promise;
  } catch (e) {
    return e;
  }
  return none;
}

// expects holds a thrown value against what it is to be like.
function expects(by, actual, error, message, count) {
  if (typeof error === 'string') {
    if (count === 4) throw wrongArgument('error', 'of type function or an instance of Error, RegExp, or Object', error);
    if (isObject(actual) && actual.message === error || actual === error) {
      throw coded(TypeError, 'ERR_AMBIGUOUS_ARGUMENT', `The "error/message" argument is ambiguous. The error ${isObject(actual) ? 'message ' : ''}"${error}" is identical to the message.`);
    }
    message = error;
    error = undefined;
  } else if (error != null && typeof error !== 'object' && typeof error !== 'function') {
    throw wrongArgument('error', 'of type function or an instance of Error, RegExp, or Object', error);
  }
  if (actual === none) {
    let details = error && error.name ? ` (${error.name})` : '';
    details += message ? `: ${message}` : '.';
    fails({ actual: undefined, expected: error, operator: by.name, message: `Missing expected ${by.name === 'rejects' ? 'rejection' : 'exception'}${details}` });
  }
  if (error) matches(by, actual, error, message);
}

function matches(by, actual, expected, message) {
  let text;
  if (typeof expected !== 'function') {
    if (kindOf(expected) !== 'RegExp') return alike(by, actual, expected, message);
    if (expected.exec(String(actual)) !== null) return undefined;
    if (old) throw actual;
    text = `The input did not match the regular expression ${inspect(expected)}. Input:\n\n${inspect(String(actual))}\n`;
  } else if (expected.prototype !== undefined && actual instanceof expected) {
    return undefined;
  } else if (Object.prototype.isPrototypeOf.call(Error, expected)) {
    if (own.release < 13) throw actual;
    text = `The error is expected to be an instance of "${expected.name}". Received ${actual instanceof Error ? `"${actual.name}"\n\nError message:\n\n${actual.message}` : `"${host.inspect(actual, { depth: -1 })}"`}`;
  } else {
    const result = Reflect.apply(expected, {}, [actual]);
    if (result === true) return undefined;
    if (own.release < 13) throw actual;
    const name = expected.name ? `"${expected.name}" ` : '';
    text = `The ${name}validation function is expected to return "true". Received ${inspect(result)}${actual instanceof Error ? `\n\nCaught error:\n\n${actual}` : ''}`;
  }
  if (message instanceof Error) throw message;
  const error = new AssertionError({ actual, expected, message: message || text, operator: by.name });
  error.generatedMessage = !message;
  throw error;
}

// alike holds the fields of a thrown value against those of an object.
function alike(by, actual, expected, message) {
  const refuse = (a, b) => {
    if (message instanceof Error) throw message;
    const error = new AssertionError({ actual: a, expected: b, message, operator: 'deepStrictEqual' });
    Object.assign(error, { actual, expected, operator: by.name });
    throw error;
  };
  if (!isObject(actual)) refuse(actual, expected);
  const keys = Object.keys(expected);
  if (expected instanceof Error) keys.push('name', 'message');
  else if (keys.length === 0) throw coded(TypeError, 'ERR_INVALID_ARG_VALUE', "The argument 'error' may not be an empty object. Received {}");
  for (const key of keys) {
    if (typeof actual[key] === 'string' && kindOf(expected[key]) === 'RegExp' && expected[key].exec(actual[key]) !== null) continue;
    if (!(key in actual) || !equal(actual[key], expected[key])) {
      const parts = (from) => keys.reduce((out, k) => (k in from ? Object.assign(out, { [k]: from[k] }) : out), {});
      refuse(parts(actual), parts(expected));
    }
  }
}

function expectsNone(by, actual, error, message) {
  if (actual === none) return;
  if (typeof error === 'string') {
    message = error;
    error = undefined;
  }
  const fits = (e) => typeof e !== 'function' ? kindOf(e) === 'RegExp' && e.exec(String(actual)) !== null : e.prototype !== undefined && actual instanceof e ? true : Object.prototype.isPrototypeOf.call(Error, e) ? false : e.call({}, actual) === true;
  if (error && !fits(error)) throw actual;
  fails({ actual, expected: error, operator: by.name, message: `Got unwanted ${by.name === 'doesNotReject' ? 'rejection' : 'exception'}${message ? `: ${message}` : '.'}\nActual message: "${actual && actual.message}"` });
}

function pattern(string, regexp, message, by, wants) {
  if (kindOf(regexp) !== 'RegExp') throw wrongArgument('regexp', 'an instance of RegExp', regexp);
  if (typeof string === 'string' && (regexp.exec(string) !== null) === wants) return;
  if (message instanceof Error) throw message;
  const text = typeof string !== 'string' ? `The "string" argument must be of type string. Received ${host.received(string)}`
    : `The input ${wants ? 'did not match the' : 'was expected to not match the'} regular expression ${inspect(regexp)}. Input:\n\n${inspect(string)}\n`;
  const error = new AssertionError({ actual: string, expected: regexp, message: message || text, operator: by.name });
  error.generatedMessage = !message;
  throw error;
}

Object.assign(assert, {
  throws: function throws(fn, ...args) { expects(throws, caught(fn), args[0], args[1], args.length + 2); },
  rejects: async function rejects(promiseFn, ...args) { expects(rejects, await rejection(promiseFn), args[0], args[1], args.length + 2); },
  doesNotThrow: function doesNotThrow(fn, ...args) { expectsNone(doesNotThrow, caught(fn), ...args); },
  doesNotReject: async function doesNotReject(fn, ...args) { expectsNone(doesNotReject, await rejection(fn), ...args); },
  ifError: function ifError(err) {
    if (err === null || err === undefined) return;
    let message = 'ifError got unwanted exception: ';
    if (isObject(err) && typeof err.message === 'string') message += err.message.length === 0 && err.constructor ? err.constructor.name : err.message;
    else message += inspect(err);
    const error = new AssertionError({ actual: err, expected: null, operator: 'ifError', message });
    error.generatedMessage = false;
    throw error;
  },
});
if (own.matches) {
  assert.match = function match(string, regexp, message) { pattern(string, regexp, message, match, true); };
  assert.doesNotMatch = function doesNotMatch(string, regexp, message) { pattern(string, regexp, message, doesNotMatch, false); };
}

assert.strict = Object.assign(function strict(...args) { demand(args[0], args.length, args[0], args[1]); }, assert, {
  equal: assert.strictEqual, deepEqual: assert.deepStrictEqual, notEqual: assert.notStrictEqual, notDeepEqual: assert.notDeepStrictEqual,
});
assert.strict.strict = assert.strict;
for (const name of own.missing()) {
  for (const module of [assert, assert.strict]) Object.defineProperty(module, name, { enumerable: true, configurable: true, get() { own.lacks(name); } });
}
module.exports = assert;
