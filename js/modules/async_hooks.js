// The module async_hooks: resources and storages. What a callback carries along is
// kept by the run (contexts.go).
'use strict';
const host = evsim$builtin('async_hooks');

function demand(value, name, type) {
  if (typeof value === type) return;
  const error = new TypeError(`The "${name}" argument must be of type ${type}. Received ${host.received(value)}`);
  error.code = 'ERR_INVALID_ARG_TYPE';
  throw error;
}

function within(resource, fn, thisArg, args) {
  const before = host.within(resource);
  try {
    return Reflect.apply(fn, thisArg, args);
  } finally {
    host.back(before);
  }
}

class AsyncResource {
  #resource = host.resource();
  constructor(type) { demand(type, 'type', 'string'); }
  runInAsyncScope(fn, thisArg, ...args) { return within(this.#resource, fn, thisArg, args); }
  emitDestroy() { return this; }
  bind(fn, thisArg) {
    demand(fn, 'fn', 'function');
    const resource = this;
    const bound = thisArg === undefined
      ? function bound(...args) { return resource.runInAsyncScope(fn, this, ...args); }
      : resource.runInAsyncScope.bind(resource, fn, thisArg);
    Object.defineProperty(bound, 'length', { configurable: true, enumerable: false, value: fn.length, writable: false });
    return bound;
  }
  static bind(fn, type, thisArg) { return new AsyncResource(type || fn.name || 'bound-anonymous-fn').bind(fn, thisArg); }
}

class AsyncLocalStorage {
  #number = host.make();
  #defaultValue;
  #name;
  constructor(options) {
    if (!host.defaults || options === undefined) return;
    demand(options, 'options', 'object');
    this.#defaultValue = options.defaultValue;
    if (options.name !== undefined) this.#name = `${options.name}`;
  }
  static bind(fn) {
    demand(fn, 'fn', 'function');
    return AsyncResource.bind(fn);
  }
  static snapshot() { return AsyncLocalStorage.bind((run, ...args) => run(...args)); }
  get name() { return this.#name || ''; }
  getStore() {
    const store = host.get(this.#number);
    return store === undefined ? this.#defaultValue : store;
  }
  enterWith(store) { host.set(this.#number, store); }
  disable() { host.disable(this.#number); }
  run(store, callback, ...args) {
    if (!host.scoped) {
      return within(host.resource(), () => {
        this.enterWith(store);
        return callback(...args);
      }, undefined, []);
    }
    const old = this.getStore();
    if (Object.is(old, store)) return Reflect.apply(callback, null, args);
    const before = host.get(this.#number);
    host.set(this.#number, store);
    try {
      return Reflect.apply(callback, null, args);
    } finally {
      host.set(this.#number, before);
    }
  }
  exit(callback, ...args) {
    if (host.frames) return this.run(undefined, callback, ...args);
    if (host.isOff(this.#number)) return Reflect.apply(callback, null, args);
    host.disable(this.#number);
    try {
      return Reflect.apply(callback, null, args);
    } finally {
      host.enable(this.#number);
    }
  }
}
if (!host.bind) {
  delete AsyncLocalStorage.bind;
  delete AsyncLocalStorage.snapshot;
}
if (!host.defaults) delete AsyncLocalStorage.prototype.name;

module.exports = { AsyncResource };
if (host.storage) module.exports.AsyncLocalStorage = AsyncLocalStorage;
for (const name of ['createHook', 'executionAsyncId', 'executionAsyncResource', 'triggerAsyncId', 'asyncWrapProviders']) {
  Object.defineProperty(module.exports, name, { enumerable: true, configurable: true, get() { host.lacks(name); } });
}
for (const name of ['asyncId', 'triggerAsyncId']) {
  Object.defineProperty(AsyncResource.prototype, name, { configurable: true, writable: true, value() { host.lacks('AsyncResource.' + name); } });
}
if (host.frames) Object.defineProperty(AsyncLocalStorage.prototype, 'withScope', { configurable: true, writable: true, value() { host.lacks('AsyncLocalStorage.withScope'); } });
