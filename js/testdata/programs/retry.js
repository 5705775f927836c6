async function retry(fn, { n = 3, base = 10 } = {}) {
  for (let i = 0; ; i++) {
    try {
      return await fn(i);
    } catch (e) {
      if (i + 1 >= n) throw e;
      const d = base * 2 ** i;
      console.log("retry in", d);
      await new Promise((r) => setTimeout(r, d));
    }
  }
}
let k = 0;
retry(async (i) => {
  console.log("try", i);
  if (k++ < 2) throw new Error("no " + i);
  return "yes " + i;
}).then(console.log);
retry(() => {
  throw new TypeError("always");
}, { n: 2, base: 100 }).catch((e) => console.log("gave up", e.message)).finally(() => console.log("fin"));
process.on("exit", (c) => console.log("exit", c, k));
