process.on("exit", (c) => console.log("exit", c));
process.on("uncaughtException", (e, o) => {
  console.log(e && e.message, o, e && e.code);
});
Promise.reject(new Error("r"));
Promise.reject("str");
Promise.reject(null);
setImmediate(() => console.log("imm"));
setTimeout(() => {
  throw void 0;
}, 2);
