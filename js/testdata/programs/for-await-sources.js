const it = { [Symbol.asyncIterator]() {
  let i = 0;
  return { next() {
    return { done: i >= 3, value: i++ };
  }, return() {
    console.log("return called");
    return {};
  } };
} };
(async () => {
  for await (const v of it) console.log("v", v);
  for await (const v of it) {
    if (v) break;
  }
  for await (const v of [Promise.resolve(1), 2, new Promise((r) => setTimeout(r, 5, 3))]) console.log("a", v);
  try {
    for await (const v of [1, Promise.reject(new Error("rej")), 3]) console.log("b", v);
  } catch (e) {
    console.log(e.message);
  }
  function* g() {
    try {
      yield Promise.resolve("x");
      yield Promise.reject("bad");
    } finally {
      console.log("sync finally");
    }
  }
  try {
    for await (const v of g()) console.log(v);
  } catch (e) {
    console.log("caught", e);
  }
  try {
    for await (const v of 5) ;
  } catch (e) {
    console.log(e.name, e.message);
  }
  try {
    for await (const v of { [Symbol.asyncIterator]() {
      return { next() {
        return 5;
      } };
    } }) ;
  } catch (e) {
    console.log(e.name, e.message);
  }
})();
