// Prints each property of each object that the language and the platform have, by the way to it
// from the global object; a symbol of the language is @@ and its name.
var out = [], seen = new Set(), globalObject = typeof window === 'object' ? window : global;
var symbols = new Map(Object.getOwnPropertyNames(Symbol).filter(function (k) { return typeof Symbol[k] === 'symbol'; }).map(function (k) { return [Symbol[k], '@@' + k]; }));
// Each is its own, and not a part of what is walked: what is in it or above it is printed, as it is of no class.
var flat = {
  console: function () { return console; }, process: function () { return process; }, performance: function () { return performance; }, crypto: function () { return crypto; },
  '%Timeout%': function () { var t = setTimeout(function () {}, 0); clearTimeout(t); return t; },
  '%Immediate%': function () { var t = setImmediate(function () {}); clearImmediate(t); return t; },
};
var hidden = {
  '%TypedArray%': function () { return Object.getPrototypeOf(Int8Array); },
  '%GeneratorFunction%': function () { return Object.getPrototypeOf(function* () {}).constructor; },
  '%AsyncFunction%': function () { return Object.getPrototypeOf(async function () {}).constructor; },
  '%AsyncGeneratorFunction%': function () { return Object.getPrototypeOf(async function* () {}).constructor; },
  '%IteratorPrototype%': function () { return Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())); },
  '%ArrayIteratorPrototype%': function () { return Object.getPrototypeOf([][Symbol.iterator]()); },
  '%MapIteratorPrototype%': function () { return Object.getPrototypeOf(new Map()[Symbol.iterator]()); },
  '%SetIteratorPrototype%': function () { return Object.getPrototypeOf(new Set()[Symbol.iterator]()); },
  '%StringIteratorPrototype%': function () { return Object.getPrototypeOf(''[Symbol.iterator]()); },
  '%RegExpStringIteratorPrototype%': function () { return Object.getPrototypeOf(''.matchAll(/a/g)); },
  '%WrapForValidIteratorPrototype%': function () { return typeof Iterator === 'undefined' ? null : Object.getPrototypeOf(Iterator.from({ next() {} })); },
  '%IteratorHelperPrototype%': function () { return typeof Iterator === 'undefined' ? null : Object.getPrototypeOf([].values().map(function () {})); },
};
var language = ('Object Function Array Number Boolean String Symbol Date Promise RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError SuppressedError ' +
  'JSON Math ArrayBuffer Map BigInt Set WeakMap WeakSet WeakRef FinalizationRegistry Iterator Proxy Reflect DataView Uint8Array').split(' ');

function key(k) { return typeof k === 'symbol' ? symbols.get(k) : k; }
function print(way, k) {
  var name = key(k);
  if (name !== undefined && !/^(prototype|constructor)$/.test(name)) out.push((way ? way + '.' : '') + name);
}
// Objects that nothing is walked into: most of the platform's are not there in evsim at all.
function walk(way, o, depth) {
  if (seen.has(o)) return;
  seen.add(o);
  Reflect.ownKeys(o).forEach(function (k) {
    if (typeof o === 'function' && o !== Function.prototype && /^(length|name|caller|arguments)$/.test(key(k))) return;
    print(way, k);
    var d = Object.getOwnPropertyDescriptor(o, k), v = d.value, name = key(k);
    if (way === '' && d.get && flat[name] === undefined && typeof window === 'undefined') try { v = d.get.call(globalObject); } catch (e) {}
    if (name === undefined || name === 'constructor' || way === '' && flat[name] !== undefined || v === globalObject || depth === 3) return;
    if (typeof v === 'function' || typeof v === 'object' && v !== null) walk((way ? way + '.' : '') + name, v, depth + 1);
  });
}
Object.keys(hidden).forEach(function (name) {
  var o;
  try { o = hidden[name](); } catch (e) {}
  if (o) walk(name, o, 1);
});
language.forEach(function (name) { if (name in globalObject && typeof globalObject[name] !== 'undefined') walk(name, globalObject[name], 1); });
walk('', globalObject, 0);
Object.keys(flat).forEach(function (name) {
  var o, had = {};
  try { o = flat[name](); } catch (e) {}
  if (typeof o === 'number') return;
  for (; o && o !== Object.prototype; o = Object.getPrototypeOf(o)) Reflect.ownKeys(o).forEach(function (k) {
    if (key(k) === undefined || /^_/.test(key(k)) || had[key(k)]) return;
    had[key(k)] = true;
    print(name, k);
  });
});
console.log(out.join('\n'));
