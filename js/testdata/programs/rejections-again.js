process.on("unhandledRejection", function h(r) {
  console.log("first", r);
  process.removeListener("unhandledRejection", h);
  process.on("unhandledRejection", (r2) => console.log("second", r2));
  Promise.reject("from handler");
});
Promise.reject(1);
Promise.reject(2);
setTimeout(() => Promise.reject(3), 1);
process.nextTick(() => Promise.reject("tick"));
setImmediate(() => Promise.reject("imm"));
