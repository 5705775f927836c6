async function f1() {
  try {
    return await Promise.reject("e1");
  } catch (e) {
    return "c " + e;
  } finally {
    console.log("f1 fin");
  }
}
async function f2() {
  try {
    return Promise.reject("e2");
  } catch (e) {
    return "never";
  } finally {
    console.log("f2 fin");
  }
}
async function f3() {
  try {
    throw 1;
  } finally {
    return "override";
  }
}
async function f4() {
  for (const x of [1, 2, 3]) {
    try {
      if (x === 2) continue;
      await x;
      console.log(x);
      if (x === 3) break;
    } finally {
      console.log("fin", x);
    }
  }
  return "f4";
}
f1().then(console.log);
f2().catch((e) => console.log("f2", e));
f3().then(console.log);
f4().then(console.log);
(async () => {
  const r = await Promise.all([1, 2, 3].map(async (x) => {
    await null;
    if (x === 2) await new Promise((r2) => setTimeout(r2, 5));
    console.log("map", x);
    return x * 2;
  }));
  console.log(r);
  [1, 2, 3].forEach(async (x) => {
    await null;
    console.log("forEach", x);
  });
  console.log("after forEach");
  const red = await [1, 2, 3].reduce(async (acc, x) => {
    const a = await acc;
    console.log("red", x);
    return a + x;
  }, Promise.resolve(0));
  console.log(red);
})();
