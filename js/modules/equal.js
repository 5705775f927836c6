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

function equalKeys(a, b, loose, seen) {
  const keys = (o) => (loose ? Object.keys(o) : Reflect.ownKeys(o).filter((key) => Object.prototype.propertyIsEnumerable.call(o, key)));
  const mine = keys(a);
  if (mine.length !== keys(b).length || Array.isArray(a) && a.length !== b.length) return false;
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
