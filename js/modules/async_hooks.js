// The module async_hooks: resources alone. Nothing here watches them, so a call in the
// scope of one is a call (Node's documentation, "Class: AsyncResource").
'use strict';
const host = evsim$builtin('async_hooks');

function demand(value, name, type) {
  if (typeof value === type) return;
  const error = new TypeError(`The "${name}" argument must be of type ${type}. Received ${host.received(value)}`);
  error.code = 'ERR_INVALID_ARG_TYPE';
  throw error;
}

class AsyncResource {
  constructor(type) { demand(type, 'type', 'string'); }
  runInAsyncScope(fn, thisArg, ...args) { return Reflect.apply(fn, thisArg, args); }
  emitDestroy() { return this; }
  bind(fn, thisArg) {
    demand(fn, 'fn', 'function');
    const resource = this;
    const bound = thisArg === undefined
      ? function (...args) { return resource.runInAsyncScope(fn, this, ...args); }
      : resource.runInAsyncScope.bind(resource, fn, thisArg);
    Object.defineProperty(bound, 'length', { configurable: true, enumerable: false, value: fn.length, writable: false });
    return bound;
  }
  static bind(fn, type, thisArg) { return new AsyncResource(type || fn.name || 'bound-anonymous-fn').bind(fn, thisArg); }
}

module.exports = { AsyncResource };
for (const name of ['AsyncLocalStorage', 'createHook', 'executionAsyncId', 'executionAsyncResource', 'triggerAsyncId', 'asyncWrapProviders']) {
  Object.defineProperty(module.exports, name, { enumerable: true, configurable: true, get() { host.lacks(name); } });
}
for (const name of ['asyncId', 'triggerAsyncId']) {
  Object.defineProperty(AsyncResource.prototype, name, { configurable: true, writable: true, value() { host.lacks('AsyncResource.' + name); } });
}
