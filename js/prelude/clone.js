// structuredClone: StructuredSerializeInternal and its reverse in one.
(() => {
// As they are before the program runs, which may overwrite them.
const { Array, ArrayBuffer, DataView, Date, Error, EvalError, Map, Object, RangeError, ReferenceError, RegExp, Set, String, SyntaxError, TypeError, URIError } = globalThis;
const { keys, defineProperty } = Object, { isArray } = Array, { isView } = ArrayBuffer;
return function (engine, exception, detach, detached, isProxy, room, refusePort) {
return function (value, options, replaced, before = '') {
  const refuse = (chromes, foxes) => { throw exception(engine === 'firefox' ? foxes + (foxes.startsWith('unsupported') ? '' : ' object could not be cloned.') : `${before}${chromes} could not be cloned.`); };
  const refuseObject = (name) => refuse(`#<${name}>`, name);
  const seen = new Map();
  const given = isArray(options) ? options : options && options.transfer ? [...options.transfer] : [];
  given.forEach((v, at) => {
    refusePort(v);
    if (!(v instanceof ArrayBuffer)) { seen.set(v, replaced?.get(v) ?? v); return; } // a port
    if (given.indexOf(v) < at) throw exception(engine === 'firefox' ? 'duplicate transferable for structured clone' : `${before}ArrayBuffer at index ${at} is a duplicate of an earlier ArrayBuffer.`);
    if (detached(v)) throw exception(engine === 'firefox' ? 'attempting to access detached ArrayBuffer' : `${before}ArrayBuffer at index ${at} is already detached.`);
  });
  const copy = (v) => {
    if (typeof v === 'symbol') refuse(String(v), 'unsupported type for structured data');
    if (typeof v === 'function') refuse(String(v), 'Function');
    if (typeof v !== 'object' || v === null) return v;
    if (seen.has(v)) return seen.get(v);
    if (isProxy(v)) refuse('#<Object>', 'Proxy');
    refusePort(v);
    const tag = Object.prototype.toString.call(v).slice(8, -1);
    if (/^(HTML.*|Text|(Abort|Task|Message|Broadcast|Mutation).*|.*Event|EventTarget|XMLHttpRequest.*)$/.test(tag)) refuse(`${tag} object`, tag);
    const keep = (made) => { seen.set(v, made); return made; };
    switch (tag) {
      case 'Date': return keep(new Date(v.getTime()));
      case 'RegExp': return keep(new RegExp(v.source, v.flags));
      case 'Number': case 'String': case 'Boolean': return keep(Object(v.valueOf()));
      case 'Promise': case 'WeakMap': case 'WeakSet': case 'WeakRef': case 'FinalizationRegistry': case 'Window': refuseObject(tag);
      case 'Generator': case 'AsyncGenerator': case 'Array Iterator': case 'Map Iterator': case 'Set Iterator': case 'String Iterator': refuse(`[object ${tag}]`, tag);
    }
    if (v instanceof Map) { const made = keep(new Map()); for (const [k, x] of [...v]) made.set(copy(k), copy(x)); return made; }
    if (v instanceof Set) { const made = keep(new Set()); for (const x of [...v]) made.add(copy(x)); return made; }
    if (v instanceof ArrayBuffer ? detached(v) : isView(v) && detached(v.buffer)) throw exception(engine === 'firefox' ? 'ArrayBuffer object could not be cloned.' : `${before}An ArrayBuffer is detached and could not be cloned.`);
    if (v instanceof ArrayBuffer || isView(v)) room(v.byteLength);
    if (v instanceof ArrayBuffer) return keep(v.slice(0));
    if (isView(v)) return keep(v.slice ? v.slice() : new DataView(copy(v.buffer), v.byteOffset, v.byteLength));
    if (v instanceof Error) {
      const kinds = { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };
      const made = keep(new (kinds[v.name] ?? Error)(v.message));
      defineProperty(made, 'stack', { value: v.stack, writable: true, configurable: true });
      if (Object.prototype.hasOwnProperty.call(v, 'cause')) defineProperty(made, 'cause', { value: copy(v.cause), writable: true, configurable: true });
      return made;
    }
    const made = keep(isArray(v) ? new Array(v.length) : {});
    for (const key of keys(v)) made[key] = copy(v[key]);
    return made;
  };
  const made = copy(value);
  for (const v of given) if (v instanceof ArrayBuffer) detach(v);
  return made;
};
};
})()
