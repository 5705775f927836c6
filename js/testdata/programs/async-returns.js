async function a() {
  console.log("a1");
  await b();
  console.log("a2");
}
async function b() {
  console.log("b1");
  await c();
  console.log("b2");
  return d();
}
async function c() {
  console.log("c1");
  await void 0;
  console.log("c2");
}
async function d() {
  console.log("d");
  return Promise.resolve("dd");
}
a().then(() => console.log("a done"));
new Promise((r) => {
  console.log("ex");
  r(Promise.resolve("inner"));
}).then((v) => console.log(v));
Promise.resolve(Promise.resolve("same")).then(console.log);
Promise.resolve({ then(r) {
  console.log("thenable");
  r("tv");
} }).then(console.log);
(async () => ({ then(r) {
  console.log("async thenable");
  r("atv");
} }))().then(console.log);
let p = Promise.resolve();
for (let i = 0; i < 12; i++) p = p.then(() => console.log("#" + i));
