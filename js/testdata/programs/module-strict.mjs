import { EventEmitter } from "events";
import util from "util";
import assert from "assert";
import path from "path";
import { AsyncLocalStorage } from "async_hooks";
import { setTimeout as sleep } from "timers/promises";
const e = new EventEmitter();
e.on("x", function() {
  console.log(this === e);
});
e.emit("x");
console.log(util.inspect({ a: 1 }), path.join("a", "b"), typeof util.promisify(setTimeout));
try {
  assert.deepStrictEqual({ a: 1 }, { a: 2 });
} catch (x) {
  console.log(x.code);
}
const als = new AsyncLocalStorage();
als.run(1, () => setTimeout(() => console.log(als.getStore()), 1));
await sleep(5);
try {
  Object.freeze([1]).push(2);
} catch (x) {
  console.log(x.message);
}
try {
  Object.freeze({ a: 1 }).a = 2;
} catch (x) {
  console.log(x.message);
}
try {
  delete Object.prototype;
} catch (x) {
  console.log(x.message.slice(0, 30));
}
try {
  5 .x = 1;
} catch (x) {
  console.log(x.message);
}
try {
  u1 = 1;
} catch (x) {
  console.log(x.message);
}
console.log(/* @__PURE__ */ (() => void 0)(), /* @__PURE__ */ (function() {
  return typeof this;
})(), /* @__PURE__ */ (function() {
  return /* @__PURE__ */ (() => this)();
})(), [1].map(function() {
  return this;
}), setTimeout.call ? 1 : 0);
function args(a) {
  a = 2;
  return arguments[0];
}
console.log(args(1));
try {
  args.caller;
} catch (x) {
  console.log(x.name);
}
class A {
  m() {
    return this;
  }
}
const { m } = new A();
console.log(m());
setTimeout(function() {
  console.log(this.constructor.name);
}, 1);
process.nextTick(function() {
  console.log(this === void 0 || this === process || this === globalThis);
});
queueMicrotask(function() {
  console.log(this);
});
[3].forEach(function() {
  console.log(this);
});
new Promise(function(r) {
  console.log(this);
  r();
}).then(function() {
  console.log(this);
});
for await (const x of (async function* () {
  yield typeof this;
})()) console.log(x);
structuredClone({ a: 1 });
console.log(eval("typeof zz"), eval("var zz = 1; zz"), typeof zz);
console.log(typeof Function("return this")());
