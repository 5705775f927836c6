setTimeout(function(...a) {
  console.log(this === t, this.constructor.name, a);
}, 1, 1, "two", { three: 3 });
const t = setTimeout(function() {
  console.log(this === t);
}, 1);
setImmediate(function(...a) {
  console.log(this.constructor.name, a);
}, "i");
process.nextTick(function(...a) {
  console.log(this === void 0, this === process, typeof this, a);
}, "n", 1);
queueMicro(function() {
  console.log(this === void 0, this === globalThis);
});
function queueMicro(f) {
  typeof queueMicrotask === "function" ? queueMicrotask(f) : f();
}
var globalThis_ = typeof globalThis;
console.log(setTimeout(() => {
}, 0).constructor.name, setImmediate(() => {
}).constructor.name);
