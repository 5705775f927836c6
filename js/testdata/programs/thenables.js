const p = new Promise((res) => {
  res("first");
  res("second");
  throw new Error("ignored");
});
p.then(console.log);
const t = { then(a, b) {
  console.log("then called");
  a("x");
  b("y");
  throw 1;
} };
Promise.resolve(t).then(console.log);
Promise.resolve({ get then() {
  throw new Error("getter");
} }).catch((e) => console.log(e.message));
Promise.resolve({ then: 5 }).then((v) => console.log(v));
const nested = { then(r) {
  r({ then(r2) {
    r2("deep");
  } });
} };
(async () => {
  console.log(await nested);
  console.log(await { then(_, rej) {
    setTimeout(rej, 1, "rejected later");
  } }.then ? "has" : "no");
  try {
    await { then(_, rej) {
      rej("R");
    } };
  } catch (e) {
    console.log("c", e);
  }
})();
new Promise((r) => r(t)).then((v) => console.log("r", v));
Promise.all([t, nested, 5]).then((v) => console.log(v));
