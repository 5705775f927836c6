// Iterator and what helps to go over iterators (ECMA-262 2025, §27.1). What the program
// overwrites of the language is not what it is made of.
(function (host) {
const { RangeError, Symbol, TypeError } = host;
const { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys, setPrototypeOf } = globalThis.Reflect;
const iteratorSymbol = Symbol.iterator;
const prototype = getPrototypeOf(getPrototypeOf([][iteratorSymbol]()));
const isObject = (v) => typeof v === 'object' && v !== null || typeof v === 'function';
const done = () => ({ value: undefined, done: true });
const end = { end: true }; // what a helper's step gives after its last value

// GetIteratorDirect.
const direct = (o) => ({ o, next: o.next });
// IteratorStep: the result, unless it is the last.
const step = ({ o, next }) => {
  if (typeof next !== 'function') host.notCalled(next);
  const result = apply(next, o, []);
  if (!isObject(result)) throw new TypeError(`Iterator result ${host.brief(result)} is not an object`);
  return result.done ? undefined : result;
};
// IteratorClose where nothing was thrown.
const close = (o) => {
  const f = o.return;
  if (f === undefined || f === null) return;
  if (typeof f !== 'function') host.notCalled(f);
  const result = apply(f, o, []);
  if (!isObject(result)) throw new TypeError(`${host.brief(result)} is not an object`);
};
// IteratorClose where something was: that is what counts.
const fail = (o, thrown) => {
  try {
    close(o);
  } catch {}
  throw thrown;
};
const closing = (o, f) => {
  try {
    return f();
  } catch (thrown) {
    fail(o, thrown);
  }
};
// What is wrong with an argument closes the iterator, too, since V8 13.
const refuse = (o, f) => host.closes ? closing(o, f) : f();
const object = (o, way) => {
  if (!isObject(o)) throw new TypeError(`${way} called on non-object`);
};
const callable = (o, f, way) => {
  object(o, way);
  if (typeof f !== 'function') refuse(o, () => {
    if (way === 'Iterator.prototype.flatMap') throw new TypeError(`${way} is not a function`);
    host.notCalled(host.closes ? f : way);
  });
};
const count = (o, limit, way) => {
  object(o, way);
  return refuse(o, () => {
    const n = host.number(limit);
    if (n !== n || n <= -1) throw new RangeError(`${host.brief(limit)} must be positive`);
    return n === Infinity ? n : n - n % 1;
  });
};

// GetMethod of Symbol.iterator.
const method = (o) => {
  const f = o[iteratorSymbol];
  if (f === undefined || f === null) return undefined;
  if (typeof f !== 'function') throw new TypeError(`'${host.brief(f)}' returned for property 'Symbol(Symbol.iterator)' of object '${host.brief(o)}' is not a function`);
  return f;
};
// GetIteratorFlattenable.
const flattened = (o, f) => {
  const iterator = f === undefined ? o : apply(f, o, []);
  if (!isObject(iterator)) throw new TypeError(`${host.brief(o)} is not iterable`);
  return direct(iterator);
};

class Helper {
  #step; #close; #running = false; #done = false;
  static make(step, close) {
    const helper = new Helper();
    helper.#step = step;
    helper.#close = close;
    return helper;
  }
  static #isOpen(o, name) {
    if (!isObject(o) || !(#step in o)) throw new TypeError(`Method Iterator Helper.prototype.${name} called on incompatible receiver ${host.brief(o)}`);
    if (o.#running) throw new TypeError('Generator is already running');
    return !o.#done;
  }
  next() {
    if (!Helper.#isOpen(this, 'next')) return done();
    let result = end;
    this.#running = true;
    try {
      const given = this.#step();
      if (given !== end) result = { value: given.value, done: false };
    } finally {
      this.#running = false;
      this.#done = result === end; // also where the step threw
    }
    return result === end ? done() : result;
  }
  return() {
    if (!Helper.#isOpen(this, 'return')) return done();
    this.#done = true;
    this.#close();
    return done();
  }
}
const make = Helper.make;
const over = (o, step) => make(step, () => close(o));

const methods = {
  map(f) {
    callable(this, f, 'Iterator.prototype.map');
    const from = direct(this);
    let i = 0;
    return over(this, () => {
      const result = step(from);
      if (!result) return end;
      const { value } = result;
      return { value: closing(from.o, () => apply(f, undefined, [value, i++])) };
    });
  },
  filter(f) {
    callable(this, f, 'Iterator.prototype.filter');
    const from = direct(this);
    let i = 0;
    return over(this, () => {
      for (let result; (result = step(from));) {
        const { value } = result;
        if (closing(from.o, () => apply(f, undefined, [value, i++]))) return { value };
      }
      return end;
    });
  },
  take(limit) {
    let left = count(this, limit, 'Iterator.prototype.take');
    const from = direct(this);
    return over(this, () => {
      if (left-- <= 0) {
        close(from.o);
        return end;
      }
      return step(from) ?? end;
    });
  },
  drop(limit) {
    let left = count(this, limit, 'Iterator.prototype.drop');
    const from = direct(this);
    return over(this, () => {
      for (; left > 0; left--) if (!step(from)) return end;
      return step(from) ?? end;
    });
  },
  flatMap(f) {
    callable(this, f, 'Iterator.prototype.flatMap');
    const from = direct(this);
    let i = 0, inner;
    const open = (value) => {
      const mapped = apply(f, undefined, [value, i++]);
      object(mapped, 'Iterator.prototype.flatMap');
      return flattened(mapped, method(mapped));
    };
    return make(() => {
      for (;;) {
        if (!inner) {
          const result = step(from);
          if (!result) return end;
          const { value } = result;
          inner = closing(from.o, () => open(value));
        }
        const value = closing(from.o, () => {
          const result = step(inner);
          return result ? { value: result.value } : undefined;
        });
        if (value) return value;
        inner = undefined;
      }
    }, () => {
      if (inner) closing(from.o, () => close(inner.o));
      close(from.o);
    });
  },
  reduce(f, ...initial) {
    callable(this, f, 'Iterator.prototype.reduce');
    const from = direct(this);
    let i = 0, all = initial[0];
    if (initial.length === 0) {
      const first = step(from);
      if (!first) throw new TypeError('Reduce of a done iterator with no initial value');
      all = first.value;
      i = 1;
    }
    for (let result; (result = step(from));) {
      const { value } = result;
      all = closing(from.o, () => apply(f, undefined, [all, value, i++]));
    }
    return all;
  },
  toArray() {
    object(this, 'Iterator.prototype.toArray');
    const from = direct(this), all = [];
    for (let result; (result = step(from));) {
      defineProperty(all, all.length, { value: result.value, writable: true, enumerable: true, configurable: true });
    }
    return all;
  },
  forEach(f) {
    callable(this, f, 'Iterator.prototype.forEach');
    search(this, (value, i) => { apply(f, undefined, [value, i]); });
  },
  some(f) {
    callable(this, f, 'Iterator.prototype.some');
    return search(this, (value, i) => apply(f, undefined, [value, i])) !== undefined;
  },
  every(f) {
    callable(this, f, 'Iterator.prototype.every');
    return search(this, (value, i) => !apply(f, undefined, [value, i])) === undefined;
  },
  find(f) {
    callable(this, f, 'Iterator.prototype.find');
    return search(this, (value, i) => apply(f, undefined, [value, i]))?.value;
  },
};

// search is the first value of which something is true.
const search = (o, is) => {
  const from = direct(o);
  let i = 0;
  for (let result; (result = step(from));) {
    const { value } = result;
    if (closing(o, () => is(value, i++))) {
      close(o);
      return { value };
    }
  }
};

class Wrapped {
  #from;
  static make(from) {
    const wrapped = new Wrapped();
    wrapped.#from = from;
    return wrapped;
  }
  static #of(o, name) {
    if (!isObject(o) || !(#from in o)) throw new TypeError(`Method %WrapForValidIteratorPrototype%.${name} called on incompatible receiver ${host.brief(o)}`);
    return o.#from;
  }
  next() {
    const { o, next } = Wrapped.#of(this, 'next');
    if (typeof next !== 'function') host.notCalled(next);
    return apply(next, o, []);
  }
  return() {
    const { o } = Wrapped.#of(this, 'return'), f = o.return;
    if (f === undefined || f === null) return done();
    if (typeof f !== 'function') host.notCalled(f);
    return apply(f, o, []);
  }
}
const wrap = Wrapped.make;

function Iterator() {
  if (new.target === undefined) throw new TypeError("Constructor Iterator requires 'new'");
  if (new.target === Iterator) throw new TypeError('Abstract class Iterator not directly constructable');
}

const inherits = (o) => {
  for (let p = o; p; p = getPrototypeOf(p)) if (getPrototypeOf(p) === prototype) return true;
  return false;
};
const statics = {
  from(o) {
    if (typeof o !== 'string') object(o, 'Iterator.from');
    const from = flattened(o, method(o));
    return inherits(from.o) ? from.o : wrap(from);
  },
  concat(...items) {
    const sources = items;
    for (let i = 0; i < items.length; i++) {
      const o = items[i];
      object(o, 'Iterator.concat');
      const f = method(o);
      if (f === undefined) throw new TypeError(`${host.brief(o)} is not iterable`);
      sources[i] = { o, f };
    }
    let i = 0, inner;
    return make(() => {
      for (; i < sources.length; i++) {
        if (!inner) {
          const { o, f } = sources[i], iterator = apply(f, o, []);
          if (!isObject(iterator)) throw new TypeError(`${host.brief(iterator)} is not iterable`);
          inner = direct(iterator);
        }
        const result = step(inner);
        if (result) return result;
        inner = undefined;
      }
      return end;
    }, () => {
      if (inner) close(inner.o);
    });
  },
};

// A property that can be overwritten in what inherits it, and not in Iterator.prototype
// itself (SetterThatIgnoresPrototypeProperties).
const weird = (key, name, value) => defineProperty(prototype, key, {
  get: getOwnPropertyDescriptor({ get [key]() { return value; } }, key).get,
  set: getOwnPropertyDescriptor({ set [key](v) {
    if (!isObject(this)) throw new TypeError(`set Iterator.prototype${name} called on non-object`);
    if (this === prototype) throw new TypeError(`Cannot assign to read only property '${typeof key === 'symbol' ? 'Symbol(Symbol.toStringTag)' : key}' of object '[object Object]'`);
    if (getOwnPropertyDescriptor(this, key)) this[key] = v;
    else defineProperty(this, key, { value: v, writable: true, enumerable: true, configurable: true });
  } }, key).set,
  enumerable: false, configurable: true,
});

const give = (o, functions) => {
  for (const name of ownKeys(functions)) {
    defineProperty(o, name, { value: functions[name], writable: true, enumerable: false, configurable: true });
  }
};
if (!host.lazy) give(prototype, methods);
give(Iterator, statics);
if (!host.concat) delete Iterator.concat;
defineProperty(methods.reduce, 'length', { value: 1, configurable: true });
defineProperty(statics.concat, 'length', { value: 0, configurable: true });
defineProperty(Iterator, 'prototype', { value: prototype, writable: false, enumerable: false, configurable: false });
weird('constructor', '.constructor', Iterator);
weird(Symbol.toStringTag, '[Symbol.toStringTag]', 'Iterator');
if (host.dispose) {
  const f = { [host.dispose]() { const f = this.return; if (f !== undefined && f !== null) apply(f, this, []); } }[host.dispose];
  defineProperty(prototype, host.dispose, { value: f, writable: true, enumerable: false, configurable: true });
}
for (const [p, tag] of [[Helper.prototype, 'Iterator Helper'], [Wrapped.prototype]]) {
  delete p.constructor;
  setPrototypeOf(p, prototype);
  if (tag) defineProperty(p, Symbol.toStringTag, { value: tag, configurable: true });
}
return { Iterator, methods };
})
