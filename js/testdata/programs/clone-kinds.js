const o = { d: /* @__PURE__ */ new Date(0), r: /x/gi, m: /* @__PURE__ */ new Map([[1, { a: 1 }]]), s: /* @__PURE__ */ new Set([1, 2]), e: new RangeError("re"), u: void 0, n: null, big: 10n, arr: [1, , 3], nested: { deep: { x: [1] } }, buf: new Uint8Array([1, 2]) };
o.self = o;
const c = structuredClone(o);
console.log(c.d instanceof Date, c.r, c.m, c.s, c.e instanceof RangeError, c.e.message, c.self === c, c.arr, 1 in c.arr, c.buf, "u" in c, c.big);
class A {
  constructor() {
    this.x = 1;
  }
  get y() {
    return 2;
  }
  m() {
  }
}
const a = structuredClone(new A());
console.log(a, a instanceof A, a.constructor.name);
for (const bad of [/* @__PURE__ */ Symbol("s"), /* @__PURE__ */ new WeakMap(), Promise.resolve(1)]) try {
  structuredClone(bad);
  console.log("ok");
} catch (e) {
  console.log(e.name, e.code, e.message);
}
try {
  structuredClone();
} catch (e) {
  console.log(e.name, e.message);
}
console.log(structuredClone("s"), structuredClone(null), structuredClone(Object(1)), structuredClone(new Error("x", { cause: "y" })).cause);
const er = new Error("props");
er.extra = 1;
er.name = "Custom";
const e2 = structuredClone(er);
console.log(e2.extra, e2.name, e2.message);
console.log(structuredClone(Object.create({ inherited: 1 }, { own: { value: 2, enumerable: true }, hid: { value: 3 } })), structuredClone({ get g() {
  return 7;
} }));
