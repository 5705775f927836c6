class Bus {
  constructor() {
    this.h = /* @__PURE__ */ new Map();
  }
  on(t, f) {
    (this.h.get(t) || this.h.set(t, /* @__PURE__ */ new Set()).get(t)).add(f);
    return () => this.h.get(t).delete(f);
  }
  async emit(t, ...a) {
    const rs = [];
    for (const f of this.h.get(t) || []) rs.push(await f(...a));
    return rs;
  }
}
const bus = new Bus();
const off = bus.on("x", async (v) => {
  console.log("h1", v);
  await null;
  console.log("h1b");
  return 1;
});
bus.on("x", (v) => {
  console.log("h2", v);
  off();
  return 2;
});
bus.on("x", (v) => new Promise((r) => setImmediate(r, 3)));
bus.emit("x", "A").then((r) => {
  console.log(r);
  return bus.emit("x", "B");
}).then((r) => console.log(r, bus));
console.log("sync");
