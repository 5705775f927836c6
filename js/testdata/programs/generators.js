const g = (function* () {
  try {
    const x2 = yield 1;
    console.log("got", x2);
    const y2 = yield x2 * 2;
    console.log("got", y2);
    return "end";
  } catch (e) {
    console.log("caught", e);
    yield "recovered";
  } finally {
    console.log("finally");
  }
})();
console.log(g.next("ignored"), g.next(5), g.throw("err"), g.next(), g.next());
function* fib() {
  let [a, b] = [0, 1];
  for (; ; ) {
    yield a;
    [a, b] = [b, a + b];
  }
}
const out = [];
for (const x2 of fib()) {
  if (x2 > 50) break;
  out.push(x2);
}
console.log(out, [...(function* () {
  yield* [1, 2];
  const r2 = yield* (function* () {
    yield 3;
    return 4;
  })();
  yield r2;
})()]);
const [x, , y = 9, ...rest] = (function* () {
  yield 1;
  yield 2;
  yield void 0;
  yield 4;
  yield 5;
})();
console.log(x, y, rest);
function co(gen) {
  return new Promise((res, rej) => {
    const it = gen();
    (function step(v) {
      let r2;
      try {
        r2 = it.next(v);
      } catch (e) {
        return rej(e);
      }
      r2.done ? res(r2.value) : Promise.resolve(r2.value).then(step, (e) => {
        try {
          const q = it.throw(e);
          q.done ? res(q.value) : step(q.value);
        } catch (x2) {
          rej(x2);
        }
      });
    })();
  });
}
co(function* () {
  const a = yield Promise.resolve(1);
  try {
    yield Promise.reject("no");
  } catch (e) {
    console.log("co caught", e);
  }
  return a + (yield 2);
}).then((v) => console.log("co", v), (e) => console.log("co err", e));
try {
  g.next.call({});
} catch (e) {
  console.log(e.name);
}
const r = (function* () {
  try {
    yield 1;
  } finally {
    yield "f";
  }
})();
r.next();
console.log(r.return("ret"), r.next(), r.next());
const run = (function* () {
  try {
    run.next();
  } catch (e) {
    console.log(e.message);
  }
})();
run.next();
