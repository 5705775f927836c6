// WeakRef and FinalizationRegistry (ECMA-262, "Managing Memory") of a program whose memory
// is never collected while it runs: a target stays, and no cleanup is called. The standard
// allows it, and real runtimes do it too in programs as short as these.
(function (host) {
const { Map, Object, Symbol, TypeError } = globalThis; // as they are before the program runs
const isTarget = (v) => typeof v === 'object' && v !== null || typeof v === 'function'
  || host.symbols && typeof v === 'symbol' && Symbol.keyFor(v) === undefined;
const invalid = host.symbols ? 'invalid target' : 'target must be an object';

// own reads a field of an object that may be none of the class.
const own = (object, method, read) => {
  try {
    return read();
  } catch {
    throw new TypeError(`Method ${method} called on incompatible receiver ${host.brief(object)}`);
  }
};

class WeakRef {
  #target;
  constructor(target) {
    if (!isTarget(target)) throw new TypeError(`WeakRef: ${invalid}`);
    this.#target = target;
  }
  deref() {
    return own(this, 'WeakRef.prototype.deref', () => this.#target);
  }
}

class FinalizationRegistry {
  #tokens = new Map();
  constructor(cleanup) {
    if (typeof cleanup !== 'function') throw new TypeError('FinalizationRegistry: cleanup must be callable');
  }
  register(target, held, token) {
    const tokens = own(this, 'FinalizationRegistry.prototype.register', () => this.#tokens);
    if (!isTarget(target)) throw new TypeError(`FinalizationRegistry.prototype.register: ${invalid}`);
    if (Object.is(target, held)) throw new TypeError('FinalizationRegistry.prototype.register: target and holdings must not be same');
    if (isTarget(token)) tokens.set(token, true);
    else if (token !== undefined) throw new TypeError(host.token(token));
  }
  unregister(token) {
    const tokens = own(this, 'FinalizationRegistry.prototype.unregister', () => this.#tokens);
    if (!isTarget(token)) throw new TypeError(host.token(token));
    return tokens.delete(token);
  }
}

for (const of of [WeakRef, FinalizationRegistry]) {
  Object.defineProperty(of.prototype, Symbol.toStringTag, { value: of.name, configurable: true });
}
Object.defineProperty(FinalizationRegistry.prototype.register, 'length', { value: 2, configurable: true });
return { WeakRef, FinalizationRegistry };
})
