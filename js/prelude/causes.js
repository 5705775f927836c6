// Errors of a release that knows no cause: each class takes its message alone, and what
// the engine would make of more is left away.
(function () {
const { Reflect } = globalThis;
const { construct, defineProperty, getOwnPropertyDescriptor, ownKeys, setPrototypeOf } = Reflect;
const made = {};
for (const name of ['Error', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError', 'AggregateError']) {
  const of = globalThis[name], most = name === 'AggregateError' ? 2 : 1;
  if (!of) continue;
  const own = { [name]: function (...given) {
    if (given.length > most) given.length = most;
    return construct(of, given, new.target === undefined ? own : new.target);
  } }[name];
  for (const key of ownKeys(of)) defineProperty(own, key, getOwnPropertyDescriptor(of, key));
  defineProperty(of.prototype, 'constructor', { value: own, writable: true, configurable: true });
  if (made.Error) setPrototypeOf(own, made.Error);
  made[name] = own;
}
return made;
})
