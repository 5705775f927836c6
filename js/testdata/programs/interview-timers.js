const promise1 = new Promise((resolve) => setTimeout(() => {
  resolve("success");
  console.log("timer1");
}, 10));
const promise2 = promise1.then(() => {
  throw new Error("error!!!");
});
console.log("promise1", promise1);
console.log("promise2", promise2);
promise2.catch(() => {
});
setTimeout(() => {
  console.log("timer2");
  console.log("promise1", promise1);
  console.log(String(promise2));
}, 20);
Promise.resolve(1).then(2).then(Promise.resolve(3)).then(console.log);
Promise.reject("err").then(null, (e) => {
  console.log(e);
  return "ok";
}).then(console.log);
Promise.resolve().then(() => new Error("returned")).then((r) => console.log("then: ", r.message)).catch((e) => console.log("catch"));
const pr = Promise.resolve().then(() => pr);
pr.catch((e) => console.log(e.message));
