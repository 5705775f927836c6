// Functions of ECMA-262 that the engine has not: by the object that has them. They
// keep what they call as it is before the program runs, which may overwrite it.
(function (host) {
const { Array, Date, Map, Math, Number, Object, Reflect, RegExp, String, Symbol, TypeError, WeakMap } = globalThis;
const { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
const { replace, charCodeAt } = String.prototype, { exec } = RegExp.prototype;
const { getFullYear, setFullYear, setTime } = Date.prototype;

// The keys of groups with their elements, in the order of their first ones (GroupBy).
const group = (way, items, callback, toKey) => {
  if (items === undefined || items === null) throw new TypeError(`${way} called on null or undefined`);
  if (typeof callback !== 'function') throw new TypeError(`${host.brief(callback)} is not a function`);
  host.iterable(items);
  const groups = new Map();
  let k = 0;
  for (const value of items) {
    const key = toKey(apply(callback, undefined, [value, k++]));
    const list = apply(mapGet, groups, [key]);
    if (list) defineProperty(list, list.length, { value, writable: true, enumerable: true, configurable: true });
    else apply(mapSet, groups, [key, [value]]);
  }
  return groups;
};
const { get: mapGet, set: mapSet, has: mapHas, forEach: mapForEach } = Map.prototype;
const { get: weakGet, set: weakSet, has: weakHas } = WeakMap.prototype;
const propertyKey = (v) => typeof v === 'symbol' ? v : ownKeys({ [v]: 0 })[0];

const object = {
  groupBy(items, callback) {
    const out = { __proto__: null };
    apply(mapForEach, group('Object.groupBy', items, callback, propertyKey), [(list, key) => { out[key] = list; }]);
    return out;
  },
};
const map = { groupBy(items, callback) { return group('Map.groupBy', items, callback, (key) => key); } };

// Annex B, "Additional Properties of the Object.prototype Object".
const accessor = (method, field) => function (o, key, f) {
  const of = host.object(o);
  if (typeof f !== 'function') throw new TypeError(`Object.prototype.${method}: Expecting function`);
  host.define(of, key, { __proto__: null, [field]: f, enumerable: true, configurable: true });
};
const lookup = (o, key, field) => {
  const name = propertyKey(key);
  for (let of = o; of !== null; of = getPrototypeOf(of)) {
    const found = getOwnPropertyDescriptor(of, name);
    if (found) return found[field];
  }
};
const defineGetter = accessor('__defineGetter__', 'get'), defineSetter = accessor('__defineSetter__', 'set');
const objectPrototype = {
  __defineGetter__(key, f) { defineGetter(this, key, f); },
  __defineSetter__(key, f) { defineSetter(this, key, f); },
  __lookupGetter__(key) { return lookup(host.object(this), key, 'get'); },
  __lookupSetter__(key) { return lookup(host.object(this), key, 'set'); },
};

// Annex B, "CreateHTML".
const html = (method, of, tag, attribute, value) => {
  if (of === undefined || of === null) throw new TypeError(`String.prototype.${method} called on null or undefined`);
  const text = `${of}`;
  const start = attribute ? `${tag} ${attribute}="${apply(replace, `${value}`, [/"/g, '&quot;'])}"` : tag;
  return `<${start}>${text}</${tag}>`;
};
const string = {
  anchor(name) { return html('anchor', this, 'a', 'name', name); },
  big() { return html('big', this, 'big'); },
  blink() { return html('blink', this, 'blink'); },
  bold() { return html('bold', this, 'b'); },
  fixed() { return html('fixed', this, 'tt'); },
  fontcolor(color) { return html('fontcolor', this, 'font', 'color', color); },
  fontsize(size) { return html('fontsize', this, 'font', 'size', size); },
  italics() { return html('italics', this, 'i'); },
  link(url) { return html('link', this, 'a', 'href', url); },
  small() { return html('small', this, 'small'); },
  strike() { return html('strike', this, 'strike'); },
  sub() { return html('sub', this, 'sub'); },
  sup() { return html('sup', this, 'sup'); },
};

// RegExp.escape (ECMA-262 2025, EncodeForRegExpEscape).
const controls = { 9: 't', 10: 'n', 11: 'v', 12: 'f', 13: 'r' };
const hex = (n, digits) => {
  let text = '';
  for (let i = digits - 1; i >= 0; i--) text += '0123456789abcdef'[n >> 4 * i & 15];
  return text;
};
const escaped = (text, i) => {
  const unit = apply(charCodeAt, text, [i]), c = text[i];
  const word = unit < 128 && apply(exec, /[0-9A-Za-z]/, [c]) !== null;
  if (word && i > 0) return c;
  if (apply(exec, /[\^$\\.*+?()[\]{}|/]/, [c])) return `\\${c}`;
  if (controls[unit]) return `\\${controls[unit]}`;
  const low = i + 1 < text.length ? apply(charCodeAt, text, [i + 1]) : 0, before = i > 0 ? apply(charCodeAt, text, [i - 1]) : 0;
  const lone = unit >= 0xd800 && unit < 0xdc00 && (low < 0xdc00 || low > 0xdfff) || unit >= 0xdc00 && unit < 0xe000 && (before < 0xd800 || before > 0xdbff);
  if (!word && !lone && !apply(exec, /[,\-=<>#&!%:;@~'`"\s]/, [c])) return c;
  return unit < 256 ? `\\x${hex(unit, 2)}` : `\\u${hex(unit, 4)}`;
};
const regexp = {
  escape(text) {
    if (typeof text !== 'string') throw new TypeError('input argument must be a string');
    let out = '';
    for (let i = 0; i < text.length; i++) out += escaped(text, i);
    return out;
  },
};

// Date of Annex B.
const isDate = (of, method) => {
  if (!host.isDate(of)) throw new TypeError(`Method Date.prototype.${method} called on incompatible receiver ${host.brief(of)}`);
};
const date = {
  getYear() {
    isDate(this, 'getYear');
    return apply(getFullYear, this, []) - 1900;
  },
  setYear(year) {
    isDate(this, 'setYear');
    const y = +year;
    if (y !== y) return apply(setTime, this, [y]);
    const whole = Math.trunc(y);
    return apply(setFullYear, this, [whole >= 0 && whole <= 99 ? whole + 1900 : whole]);
  },
};

// Map and WeakMap of the proposal "upsert", which Node has since 26.
const upserts = (className, [get, set, has], check) => {
  const known = (of, method, key) => {
    try {
      return apply(has, of, [key]);
    } catch {
      throw new TypeError(`Method ${className}.prototype.${method} called on incompatible receiver ${host.brief(of)}`);
    }
  };
  return {
    getOrInsert(key, value) {
      if (known(this, 'getOrInsert', key)) return apply(get, this, [key]);
      check(key);
      apply(set, this, [key, value]);
      return value;
    },
    getOrInsertComputed(key, callback) {
      const had = known(this, 'getOrInsertComputed', key);
      if (!had) check(key);
      if (typeof callback !== 'function') throw new TypeError(`${className}.prototype.getOrInsertComputed is not a function`);
      if (had) return apply(get, this, [key]);
      const value = apply(callback, undefined, [key === 0 ? 0 : key]);
      apply(set, this, [key, value]);
      return value;
    },
  };
};
const weakKey = (key) => {
  if (!(typeof key === 'object' && key !== null || typeof key === 'function' || typeof key === 'symbol' && Symbol.keyFor(key) === undefined)) {
    throw new TypeError('Invalid value used as weak map key');
  }
};
return {
  Object: object, Map: map, RegExp: regexp, 'Object.prototype': objectPrototype, 'String.prototype': string, 'Date.prototype': date,
  'Map.prototype': upserts('Map', [mapGet, mapSet, mapHas], () => {}), 'WeakMap.prototype': upserts('WeakMap', [weakGet, weakSet, weakHas], weakKey),
};
})
