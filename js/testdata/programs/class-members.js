class A {
  #x = 1;
  static #count = 0;
  static inc() {
    return ++A.#count;
  }
  get x() {
    return this.#x;
  }
  set x(v) {
    this.#x = v;
  }
  #priv() {
    return "p" + this.#x;
  }
  call() {
    return this.#priv();
  }
  static isA(o) {
    return #x in o;
  }
  y = this.#x + 1;
  ["comp1"] = "c";
  static z = A.inc();
  static {
    A.blk = "static block";
  }
}
const a = new A();
a.x = 5;
console.log(a.x, a.call(), A.isA(a), A.isA({}), a.y, a.comp1, A.z, A.blk, a);
try {
  Object.getOwnPropertyDescriptor(A.prototype, "x").get.call({});
} catch (e2) {
  console.log(e2.message);
}
class B extends A {
  y = "b";
  constructor() {
    super();
    this.w = new.target.name;
  }
  call() {
    return "B" + super.call();
  }
  toString() {
    return `B(${this.w})`;
  }
}
const b = new B();
console.log(b.call(), `${b}`, b, B.inc(), Object.getOwnPropertyNames(b));
class C {
  static m() {
    return this.name;
  }
  "quoted"() {
  }
  123() {
  }
  get [Symbol.toStringTag]() {
    return "CC";
  }
  static async *g() {
    yield 1;
  }
}
console.log(C.m(), new C(), C.g(), Object.getOwnPropertyNames(C.prototype), typeof C, String(new C()));
class D {
  a = () => this;
  f = function() {
    return this;
  };
}
const d = new D();
console.log(d.a() === d, (0, d.f)() === void 0, d);
class E extends Array {
  sum() {
    return this.reduce((x, y) => x + y, 0);
  }
}
const e = E.from([1, 2, 3]);
console.log(e, e.sum(), e.map((x) => x * 2) instanceof E, e.length, e.filter((x) => x > 1));
class F extends Error {
  constructor(m, o) {
    super(m, o);
  }
  get name() {
    return "F!";
  }
}
console.log(String(new F("m")), new F("q") instanceof F, Object.prototype.toString.call(new F("x")));
class G extends Promise {
}
const g = G.resolve(1);
console.log(g, g.then(() => {
}) instanceof G, Promise.resolve(g) === g);
