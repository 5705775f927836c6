let lock = false;
const q = [];
const enqueue = (fn) => new Promise((res, rej) => {
  q.push({ fn, res, rej });
  drain();
});
async function drain() {
  if (lock) return;
  lock = true;
  while (q.length) {
    const { fn, res, rej } = q.shift();
    try {
      res(await fn());
    } catch (e) {
      rej(e);
    }
  }
  lock = false;
}
enqueue(async () => {
  console.log(1);
  await enqueue2();
  return "a";
}).then(console.log);
function enqueue2() {
  enqueue(() => console.log("nested"));
  return null;
}
enqueue(() => {
  throw new Error("q");
}).catch((e) => console.log(e.message));
enqueue(() => new Promise((r) => setImmediate(() => {
  console.log("imm");
  r("b");
}))).then(console.log);
console.log("sync");
