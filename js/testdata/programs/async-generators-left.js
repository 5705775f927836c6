async function* gen() {
  try {
    console.log("start");
    yield 1;
    console.log("mid");
    yield 2;
  } finally {
    console.log("cleanup");
    await null;
    console.log("cleanup done");
  }
}
(async () => {
  for await (const x of gen()) {
    console.log(x);
    break;
  }
  console.log("--");
  const g = gen();
  console.log(await g.next());
  console.log(await g.return("r"));
  console.log(await g.next());
  console.log("--");
  const h = gen();
  h.next();
  h.next();
  h.next().then((v) => console.log("third", v));
  console.log(await h.throw(new Error("T")).catch((e) => e.message));
  const k = gen();
  console.log(await k.throw(new Error("early")).catch((e) => e.message));
  console.log(await k.next());
  try {
    for await (const x of gen()) {
      throw new Error("body " + x);
    }
  } catch (e) {
    console.log(e.message);
  }
})();
Promise.resolve().then(() => console.log("m1")).then(() => console.log("m2")).then(() => console.log("m3")).then(() => console.log("m4")).then(() => console.log("m5"));
