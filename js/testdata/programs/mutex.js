class Mutex {
  constructor() {
    this.p = Promise.resolve();
  }
  lock() {
    let rel;
    const n = new Promise((r) => rel = r);
    const w2 = this.p.then(() => rel);
    this.p = this.p.then(() => n);
    return w2;
  }
}
const m = new Mutex();
const out = [];
async function w(id, ms) {
  const rel = await m.lock();
  console.log("got", id);
  try {
    await new Promise((r) => setTimeout(r, ms));
    if (id == 2) throw new Error("in 2");
  } finally {
    console.log("rel", id);
    rel();
  }
}
Promise.all([w(1, 10), w(2, 1).catch((e) => console.log("caught", e.message)), w(3, 5)]).then(() => console.log("all"), console.log);
