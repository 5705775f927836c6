'use strict';
// What the modules util and assert begin with: what is equal, as
// util.isDeepStrictEqual compares, or loosely as assert.deepEqual does.
const host = evsim$builtin('util');
const kindOf = (value) => (typeof value === 'object' || typeof value === 'function') && value !== null ? host.kind(value) : '';

function equal(a, b, loose = false, seen = new Map()) {
  if (Object.is(a, b)) return true;
  const object = (v) => typeof v === 'object' && v !== null;
  if (!object(a) || !object(b)) return loose && !object(a) && !object(b) && (a == b || a !== a && b !== b);
  if (!loose && Object.getPrototypeOf(a) !== Object.getPrototypeOf(b) || kindOf(a) !== kindOf(b)) return false;
  if (seen.get(a) === b) return true;
  seen.set(a, b);
  switch (kindOf(a)) {
    case 'Date': if (!Object.is(a.getTime(), b.getTime())) return false; break;
    case 'RegExp': if (String(a) !== String(b) || a.lastIndex !== b.lastIndex) return false; break;
    case 'Error': if (a.message !== b.message || a.name !== b.name || !equal(a.cause, b.cause, loose, seen)) return false; break;
    case 'Number': case 'String': case 'Boolean': case 'Symbol': case 'BigInt': if (!Object.is(a.valueOf(), b.valueOf())) return false; break;
    case 'Promise': case 'WeakMap': case 'WeakSet': return false;
    case 'Map': if (!equalMaps(a, b, loose, seen)) return false; break;
    case 'Set': if (!equalSets(a, b, loose, seen)) return false; break;
    case 'ArrayBuffer': if (!equal(new Uint8Array(a), new Uint8Array(b), loose, seen)) return false; break;
  }
  return equalKeys(a, b, loose, seen);
}

const isWhole = (list) => {
  for (let i = 0; i < list.length; i++) if (!hasOwn(list, i)) return false;
  return true;
};
const hasOwn = (o, key) => Object.prototype.hasOwnProperty.call(o, key);

// equalElements compares loosely what two arrays of one length have: as many as there are
// before the first that the second has not. Releases differ in what null and undefined equal
// there (lib/internal/util/comparisons.js).
function equalElements(a, b, seen) {
  for (let i = 0; i < a.length; i++) {
    if (b[i] === undefined) {
      if (!hasOwn(b, i)) return true;
      if ((a[i] !== undefined || !hasOwn(a, i)) && !(host.nullEqualsAll && a[i] === null)) return false;
    } else if ((a[i] === undefined || !equal(a[i], b[i], true, seen)) && !(host.nullEqualsAll && b[i] === null)) return false;
  }
  return true;
}

function equalKeys(a, b, loose, seen) {
  if (Array.isArray(a) && a.length !== b.length) return false;
  let keys = (o) => (loose ? Object.keys(o) : Reflect.ownKeys(o).filter((key) => Object.prototype.propertyIsEnumerable.call(o, key)));
  if (loose && host.elements && Array.isArray(a)) {
    if (!equalElements(a, b, seen)) return false;
    if (isWhole(b)) keys = (o) => Object.keys(o).filter((key) => String(key >>> 0) !== key);
  }
  const mine = keys(a);
  if (mine.length !== keys(b).length) return false;
  return mine.every((key) => Object.prototype.propertyIsEnumerable.call(b, key) && equal(a[key], b[key], loose, seen));
}

function equalMaps(a, b, loose, seen) {
  if (a.size !== b.size) return false;
  const left = [...b];
  return [...a].every(([key, value]) => {
    const at = left.findIndex(([k, v]) => equal(key, k, loose, seen) && equal(value, v, loose, seen));
    return at >= 0 && left.splice(at, 1).length === 1;
  });
}

function equalSets(a, b, loose, seen) {
  if (a.size !== b.size) return false;
  const left = [...b];
  return [...a].every((value) => {
    const at = left.findIndex((other) => equal(value, other, loose, seen));
    return at >= 0 && left.splice(at, 1).length === 1;
  });
}
