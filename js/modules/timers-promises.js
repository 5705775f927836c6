// The module timers/promises: timers and immediates whose callbacks settle
// promises (Node's documentation, "Timers Promises API").
'use strict';
const host = evsim$builtin('timers/promises');

function aborted(signal) {
  const error = new Error('The operation was aborted', signal.reason === undefined ? undefined : { cause: signal.reason });
  error.name = 'AbortError';
  error.code = 'ABORT_ERR';
  return error;
}

// Safe is Node's SafePromise: nothing that a program writes over is asked for
// (lib/internal/per_context/primordials.js).
const { then, finally: last } = Promise.prototype;
class Safe extends Promise {}
Object.defineProperties(Safe.prototype, { then: { value: then }, finally: { value: last } });

// behind is a promise that goes on as another one does, once a step was taken. Since 16.4 it goes
// by way of Safe.
function behind(promise, step) {
  if (!host.safe) return last.call(promise, step);
  return new Promise((a, b) => { new Safe((a, b) => { then.call(promise, a, b); }).finally(step).then(a, b); });
}

// cancelable is a promise of a timer, which a signal may end.
function cancelable(signal, start) {
  if (signal && signal.aborted) return Promise.reject(aborted(signal));
  if (!signal) return new Promise((resolve) => start(resolve));
  let abort;
  const promise = new Promise((resolve, reject) => {
    let done = false;
    const stop = start((value) => { done = true; resolve(value); });
    abort = () => {
      if (done) return;
      stop();
      reject(aborted(signal));
    };
    signal.addEventListener('abort', abort, { once: !host.takesBack });
  });
  return host.takesBack ? behind(promise, () => signal.removeEventListener('abort', abort)) : promise;
}

function wrong(name, kind, value) {
  return host.coded(new TypeError(`The "${name}" ${name.includes('.') ? 'property' : 'argument'} must be ${kind}. Received ${host.received(value)}`), 'ERR_INVALID_ARG_TYPE');
}

// fault is what is wrong with what a timer is given; undefined if nothing is.
function fault(delay, options) {
  if (delay !== undefined && typeof delay !== 'number' && host.checksDelay) return wrong('delay', 'of type number', delay);
  if (options === null || typeof options !== 'object') return wrong('options', 'of type object', options);
  const { signal, ref } = options;
  if (signal !== undefined && (signal === null || typeof signal !== 'object' || !('aborted' in signal))) return wrong('options.signal', 'an instance of AbortSignal', signal);
  if (ref !== undefined && typeof ref !== 'boolean') return wrong('options.ref', 'of type boolean', ref);
}

module.exports = {
  setTimeout(delay, value, options = {}) {
    const error = fault(delay, options);
    if (error) return Promise.reject(error);
    return cancelable(options.signal, (resolve) => {
      const timer = host.setTimeout(() => resolve(value), delay);
      if (options.ref === false) timer.unref();
      return () => host.clearTimeout(timer);
    });
  },
  setImmediate(value, options = {}) {
    const error = fault(undefined, options);
    if (error) return Promise.reject(error);
    return cancelable(options.signal, (resolve) => {
      const immediate = host.setImmediate(() => resolve(value));
      if (options.ref === false) immediate.unref();
      return () => host.clearImmediate(immediate);
    });
  },
  async *setInterval(delay, value, options = {}) {
    const error = fault(delay, options);
    if (error) throw error;
    const { signal } = options;
    if (signal && signal.aborted) throw aborted(signal);
    let fired = 0, wake;
    const timer = host.setInterval(() => {
      fired++;
      if (wake) { wake(); wake = undefined; }
    }, delay);
    if (options.ref === false) timer.unref();
    const abort = () => {
      host.clearInterval(timer);
      if (wake) { wake(Promise.reject(aborted(signal))); wake = undefined; }
    };
    if (signal) signal.addEventListener('abort', abort, { once: true });
    try {
      while (!(signal && signal.aborted)) {
        if (fired === 0) await new Promise((resolve) => { wake = resolve; });
        for (; fired > 0; fired--) yield value;
      }
      throw aborted(signal);
    } finally {
      host.clearInterval(timer);
      if (signal) signal.removeEventListener('abort', abort);
    }
  },
};
module.exports.scheduler = {
  wait: (delay, options) => module.exports.setTimeout(delay, undefined, options),
  yield: () => module.exports.setImmediate(),
};
for (const name of host.later()) delete module.exports[name];
