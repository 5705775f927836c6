const { EventEmitter } = require("events");
const e = new EventEmitter();
e.on("newListener", (n, f) => console.log("newListener", n, typeof f));
e.on("removeListener", (n) => console.log("removeListener", n));
e.once("x", function(...a) {
  console.log("once", a, this === e);
});
e.prependListener("x", () => console.log("pre"));
e.emit("x", 1, 2);
console.log(e.emit("x"), e.listenerCount("x"), e.eventNames(), e.rawListeners("x").length);
e.off("x", e.listeners("x")[0]);
e.removeAllListeners();
console.log(e.eventNames());
try {
  e.emit("error", new Error("boom"));
} catch (x) {
  console.log(x.message);
}
try {
  e.emit("error", "str");
} catch (x) {
  console.log(x.message, x.code, x.context);
}
try {
  e.emit("error", { a: 1 });
} catch (x) {
  console.log(x.message, x.code, x.context);
}
try {
  e.emit("error");
} catch (x) {
  console.log(x.message, x.code);
}
e.setMaxListeners(1);
console.log(e.getMaxListeners(), EventEmitter.defaultMaxListeners, EventEmitter.EventEmitter === EventEmitter);
try {
  e.on("a", 5);
} catch (x) {
  console.log(x.name, x.code, x.message);
}
class My extends EventEmitter {
  constructor() {
    super();
    this.v = 1;
  }
}
const m = new My();
m.on("q", () => m.emit("r"));
m.on("r", () => console.log("r", m.v));
m.emit("q");
