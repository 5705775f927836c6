const EventEmitter = require("events");
const e = new EventEmitter();
e.on("a", () => {
  console.log("a1");
  e.on("a", () => console.log("added"));
  e.removeListener("a", third);
});
e.on("a", async () => {
  console.log("a2");
  await null;
  console.log("a2 after");
});
function third() {
  console.log("third still runs");
}
e.on("a", third);
e.emit("a");
console.log("--");
e.emit("a");
e.once("b", () => {
  e.emit("b");
  console.log("once b");
});
e.emit("b");
console.log(EventEmitter.listenerCount(e, "a"));
e.on("error", (er) => console.log("handled", er.message));
e.on("t", () => {
  throw new Error("thrown");
});
try {
  e.emit("t");
} catch (x) {
  console.log("caught", x.message);
}
const c = new EventEmitter({ captureRejections: true });
c.on("x", async () => {
  throw new Error("rej");
});
c.on("error", (er) => console.log("captured", er.message));
if (process.version > "v12.16" || +process.versions.node.split(".")[0] > 12) c.emit("x");
for (let i = 0; i < 12; i++) e.on("many", () => {
});
process.on("warning", (w) => console.log(w.name, w.message.slice(0, 60), w.count, w.type, w.emitter === e));
