// structuredClone: StructuredSerializeInternal and its reverse in one.
(() => {
// As they are before the program runs, which may overwrite them.
const { Array, ArrayBuffer, DataView, Date, Error, EvalError, Map, Object, RangeError, ReferenceError, RegExp, Set, String, SyntaxError, TypeError, URIError } = globalThis;
return function (refuse, detach) {
return function (value, options) {
  const seen = new Map();
  const given = Array.isArray(options) ? options : options && options.transfer ? [...options.transfer] : [];
  for (const v of given) if (!(v instanceof ArrayBuffer)) seen.set(v, v); // a port
  const copy = (v) => {
    if (typeof v === 'symbol') refuse(String(v));
    if (typeof v === 'function') refuse(String(v));
    if (typeof v !== 'object' || v === null) return v;
    if (seen.has(v)) return seen.get(v);
    if (/^\[object (HTML.*|Text|Window|(Abort|Message|Event|Custom|Broadcast|Mutation).*)\]$/.test(Object.prototype.toString.call(v))) refuse('#<' + Object.prototype.toString.call(v).slice(8, -1) + '>');
    const keep = (made) => { seen.set(v, made); return made; };
    switch (Object.prototype.toString.call(v)) {
      case '[object Date]': return keep(new Date(v.getTime()));
      case '[object RegExp]': return keep(new RegExp(v.source, v.flags));
      case '[object Number]': case '[object String]': case '[object Boolean]': return keep(Object(v.valueOf()));
      case '[object Promise]': case '[object WeakMap]': case '[object WeakSet]': refuse('#<' + Object.prototype.toString.call(v).slice(8, -1) + '>');
    }
    if (v instanceof Map) { const made = keep(new Map()); for (const [k, x] of [...v]) made.set(copy(k), copy(x)); return made; }
    if (v instanceof Set) { const made = keep(new Set()); for (const x of [...v]) made.add(copy(x)); return made; }
    if (v instanceof ArrayBuffer) return keep(v.slice(0));
    if (ArrayBuffer.isView(v)) return keep(v.slice ? v.slice() : new DataView(v.buffer.slice(0), v.byteOffset, v.byteLength));
    if (v instanceof Error) {
      const kinds = { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };
      const made = keep(new (kinds[v.name] ?? Error)(v.message));
      Object.defineProperty(made, 'stack', { value: v.stack, writable: true, configurable: true });
      return made;
    }
    const made = keep(Array.isArray(v) ? new Array(v.length) : {});
    for (const key of Object.keys(v)) made[key] = copy(v[key]);
    return made;
  };
  const made = copy(value);
  for (const v of given) if (v instanceof ArrayBuffer) detach(v);
  return made;
};
};
})()
