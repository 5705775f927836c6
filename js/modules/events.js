// The module events: listeners run at once, in their order (Node's
// documentation, "Events"). What is asynchronous here are promises alone.
'use strict';
const host = evsim$builtin('events');

const lists = Symbol('listeners');
const most = Symbol('maxListeners');
const capture = Symbol('kCapture');
const monitor = Symbol('events.errorMonitor');
const rejection = Symbol.for('nodejs.rejection');

function wrong(name, kind, value) {
  const error = new TypeError(`The "${name}" ${name.includes('.') ? 'property' : 'argument'} must be ${kind}. Received ${host.received(value)}`);
  host.coded(error, 'ERR_INVALID_ARG_TYPE');
  return error;
}

function checked(listener) {
  if (typeof listener !== 'function') throw wrong('listener', host.ofFunction, listener);
}

function EventEmitter(options) {
  EventEmitter.init.call(this, options);
}

EventEmitter.init = function (options) {
  if (!Object.prototype.hasOwnProperty.call(this, lists)) hide(this, lists, new Map());
  if (options && options.captureRejections && host.captures) hide(this, capture, true);
};

function hide(object, key, value) {
  Object.defineProperty(object, key, { value, writable: true, configurable: true, enumerable: false });
}

// all are the listeners of an emitter, also of one whose constructor did not
// call this one.
function all(emitter) {
  if (!Object.prototype.hasOwnProperty.call(emitter, lists)) hide(emitter, lists, new Map());
  return emitter[lists];
}

function add(emitter, type, listener, first) {
  checked(listener);
  const events = all(emitter);
  if (events.has('newListener')) emitter.emit('newListener', type, listener.listener ?? listener);
  const list = events.get(type) ?? [];
  const now = first ? [listener, ...list] : [...list, listener];
  events.set(type, now);
  now.warned = list.warned;
  const limit = emitter[most] ?? host.most();
  if (limit > 0 && now.length > limit && !now.warned) {
    now.warned = true;
    tooMany(emitter, type, now.length, limit);
  }
  return emitter;
}

// tooMany warns of listeners, once of those to one event.
function tooMany(emitter, type, count, limit) {
  const name = host.inspect(emitter, { depth: -1 }).replace(/^(.*) \{\}$/, '[$1]'); // Node's have fields of their own
  const whose = host.release >= 12 ? ` to ${name}` : '';
  host.warn('MaxListenersExceededWarning', 'Possible EventEmitter memory leak detected. ' +
    `${count} ${String(type)} listeners added${whose}.${host.allowed(limit)} Use emitter.setMaxListeners() to increase limit`, { emitter, type, count });
}

function onceOnly(emitter, type, listener) {
  checked(listener);
  let fired = false;
  const wrapper = function (...args) {
    if (fired) return undefined;
    emitter.removeListener(type, wrapper);
    fired = true;
    return listener.apply(emitter, args);
  };
  wrapper.listener = listener;
  return wrapper;
}

function unhandled(value) {
  if (value instanceof Error) return value;
  const error = new Error('Unhandled error. (' + (typeof value === 'string' ? `'${value}'` : host.inspect(value)) + ')');
  host.coded(error, 'ERR_UNHANDLED_ERROR');
  error.context = value;
  return error;
}

// rejected says that a listener's promise was rejected, where rejections are
// captured.
function rejected(emitter, type, promise, args) {
  if (!promise || typeof promise.then !== 'function') return;
  promise.then(undefined, (error) => process.nextTick(emitUnhandledRejectionOrErr, emitter, error, type, args));
}

function emitUnhandledRejectionOrErr(emitter, error, type, args) {
  if (typeof emitter[rejection] === 'function') {
    emitter[rejection](error, type, ...args);
    return;
  }
  const captures = emitter[capture];
  emitter[capture] = false;
  try {
    emitter.emit('error', error);
  } finally {
    emitter[capture] = captures;
  }
}

const methods = {
  addListener(type, listener) { return add(this, type, listener, false); },
  prependListener(type, listener) { return add(this, type, listener, true); },
  once(type, listener) { return this.on(type, onceOnly(this, type, listener)); },
  prependOnceListener(type, listener) { return this.prependListener(type, onceOnly(this, type, listener)); },
  emit(type, ...args) {
    const events = all(this);
    if (type === 'error' && events.has(monitor)) this.emit(monitor, ...args);
    const list = events.get(type);
    if (list === undefined) {
      if (type === 'error') throw unhandled(args[0]);
      return false;
    }
    for (const listener of list) {
      const result = listener.apply(this, args);
      if (this[capture] && result !== undefined && result !== null) rejected(this, type, result, args);
    }
    return true;
  },
  removeListener(type, listener) {
    checked(listener);
    const events = all(this), list = events.get(type) ?? [];
    for (let i = list.length - 1; i >= 0; i--) {
      if (list[i] !== listener && list[i].listener !== listener) continue;
      if (list.length === 1) events.delete(type);
      else events.set(type, Object.assign([...list.slice(0, i), ...list.slice(i + 1)], { warned: list.warned }));
      if (events.has('removeListener')) this.emit('removeListener', type, list[i].listener ?? listener);
      break;
    }
    return this;
  },
  removeAllListeners(type) {
    const events = all(this);
    if (!events.has('removeListener')) {
      if (arguments.length === 0) events.clear();
      else events.delete(type);
    } else if (arguments.length === 0) {
      for (const one of [...events.keys()]) if (one !== 'removeListener') this.removeAllListeners(one);
      this.removeAllListeners('removeListener');
      events.clear();
    } else {
      for (const listener of [...(events.get(type) ?? [])].reverse()) this.removeListener(type, listener);
    }
    return this;
  },
  listeners(type) { return (all(this).get(type) ?? []).map((one) => one.listener ?? one); },
  rawListeners(type) { return [...(all(this).get(type) ?? [])]; },
  listenerCount(type, listener) {
    const list = all(this).get(type) ?? [];
    return listener ? list.filter((one) => one === listener || one.listener === listener).length : list.length;
  },
  eventNames() { return [...all(this).keys()]; },
  setMaxListeners(n) {
    hide(this, most, host.checkMost(n, 'setMaxListeners'));
    return this;
  },
  getMaxListeners() { return this[most] ?? host.most(); },
};
methods.on = methods.addListener;
methods.off = methods.removeListener;
for (const name of Object.keys(methods)) {
  Object.defineProperty(EventEmitter.prototype, name, { value: methods[name], writable: true, configurable: true, enumerable: true });
}

// mostOf is how many listeners a target of events may have; undefined: it is none.
const mostOf = (target) => host.targets()?.mostOf(target);

function aborted(signal) {
  const error = new Error('The operation was aborted', signal.reason === undefined ? undefined : { cause: signal.reason });
  error.name = 'AbortError';
  error.code = 'ABORT_ERR';
  return error;
}

// hear listens to an emitter, or to a target of events, until it is told not to.
function hear(emitter, type, listener, once) {
  if (typeof emitter.on === 'function') {
    if (once) emitter.once(type, listener);
    else emitter.on(type, listener);
    return () => emitter.removeListener(type, listener);
  }
  if (typeof emitter.addEventListener !== 'function') throw wrong('emitter', 'an instance of EventEmitter', emitter);
  // Some releases wrap the listener, so it stays (lib/events.js, eventTargetAgnosticAddListener).
  emitter.addEventListener(type, host.keepsTargets ? (event) => listener(event) : listener, { once });
  return () => emitter.removeEventListener(type, listener);
}

// Newer releases have it as an async function, so its promise is settled later.
const once = host.onceIsAsync ? async function once(emitter, type, options) {
  const signal = options ? options.signal : undefined;
  if (signal !== undefined && (signal === null || typeof signal !== 'object' || !('aborted' in signal))) throw wrong('options.signal', 'an instance of AbortSignal', signal);
  if (signal && signal.aborted) throw aborted(signal);
  return heard(emitter, type, options);
} : function once(emitter, type, options) { return heard(emitter, type, options); };

function heard(emitter, type, options) {
  const signal = options ? options.signal : undefined;
  return new Promise((resolve, reject) => {
    const leave = [];
    const end = (settle) => (value) => {
      for (const one of leave) one();
      settle(value);
    };
    const listens = () => leave.push(hear(emitter, type, (...args) => end(resolve)(args), true));
    if (host.release >= 14) listens();
    if (type !== 'error' && typeof emitter.once === 'function') leave.push(hear(emitter, 'error', end(reject), true));
    if (host.release < 14) listens(); // these listen to errors first
    if (signal) leave.push(hear(signal, 'abort', () => end(reject)(aborted(signal)), true));
  });
}

// result is what an iterator gives.
const result = host.doneFirst ? (value, done) => ({ done, value }) : (value, done) => ({ value, done });

function on(emitter, type, options = {}) {
  const { signal } = options;
  if (signal && signal.aborted) throw aborted(signal);
  const unread = [], waiting = [], leave = [];
  let error = null, finished = false;
  const fail = (reason) => {
    if (waiting.length > 0) waiting.shift().reject(reason);
    else error = reason;
    iterator.return();
  };
  const left = () => {
    for (const one of leave.splice(0)) one();
  };
  const iterator = Object.setPrototypeOf({
    next() {
      if (unread.length > 0) return Promise.resolve(result(unread.shift(), false));
      if (error) {
        const promise = Promise.reject(error);
        error = null;
        return promise;
      }
      if (finished) return Promise.resolve(result(undefined, true));
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    return() {
      left();
      finished = true;
      const end = result(undefined, true), more = () => host.release >= 20 ? end : result(undefined, true);
      for (const one of waiting.splice(0)) one.resolve(more());
      return Promise.resolve(more());
    },
    throw(reason) {
      if (!reason || !(reason instanceof Error)) throw wrong('EventEmitter.AsyncIterator', 'an instance of Error', reason);
      if (host.release >= 20) {
        fail(reason);
        return;
      }
      error = reason; // what waits goes on waiting
      left();
    },
    [Symbol.asyncIterator]() { return this; },
  }, Object.prototype);
  leave.push(hear(emitter, type, (...args) => {
    if (waiting.length > 0) waiting.shift().resolve(result(args, false));
    else unread.push(args);
  }, false));
  if (type !== 'error' && typeof emitter.on === 'function') leave.push(hear(emitter, 'error', fail, false));
  if (signal) leave.push(hear(signal, 'abort', () => fail(aborted(signal)), true));
  return iterator;
}

Object.assign(EventEmitter, {
  EventEmitter, once, on, errorMonitor: monitor, captureRejectionSymbol: rejection, usingDomains: false,
  listenerCount: (emitter, type) => emitter.listenerCount(type),
  getEventListeners(emitter, type) {
    if (typeof emitter.listeners === 'function') return emitter.listeners(type);
    return host.targets().listeners(emitter, type).map((one) => one.callback);
  },
  setMaxListeners(n = host.most(), ...targets) {
    host.checkMost(n, 'setMaxListeners');
    if (targets.length === 0) host.setMost(n, 'setMaxListeners');
    for (const one of targets) {
      if (mostOf(one) !== undefined) host.targets().limit(one, n);
      else if (typeof one.setMaxListeners === 'function') one.setMaxListeners(n);
      else throw wrong('eventTargets', 'an instance of EventEmitter or EventTarget', one);
    }
  },
  getMaxListeners(emitter) {
    if (typeof emitter?.getMaxListeners === 'function') return emitter[most] ?? host.most();
    const of = mostOf(emitter);
    if (of || of === 0 && host.tellsZero) return of;
    throw wrong('emitter', 'an instance of EventEmitter or EventTarget', emitter);
  },
});
Object.defineProperty(EventEmitter, 'defaultMaxListeners', { get: host.most, set(n) { host.setMost(n, 'defaultMaxListeners'); }, enumerable: true });
for (const name of host.later()) delete EventEmitter[name];
host.gives(EventEmitter);
module.exports = EventEmitter;
