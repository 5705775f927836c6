process.on("uncaughtException", (e, origin) => console.log("uE", e.message, origin));
process.nextTick(() => {
  console.log("t1");
  Promise.resolve().then(() => console.log("p in t1"));
  throw new Error("one");
});
process.nextTick(() => {
  console.log("t2");
  throw new Error("two");
});
process.nextTick(() => console.log("t3"));
setTimeout(() => {
  console.log("timer");
  process.nextTick(() => console.log("tick of timer"));
  throw new Error("three");
}, 1);
setTimeout(() => console.log("timer 2"), 1);
const s = Date.now();
while (Date.now() - s < 20) {
}
