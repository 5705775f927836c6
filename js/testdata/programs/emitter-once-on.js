const events = require("events");
const { once, EventEmitter } = events;
const e = new EventEmitter();
(async () => {
  setImmediate(() => e.emit("x", 1, 2));
  console.log(await once(e, "x"));
  process.nextTick(() => e.emit("error", new Error("E")));
  try {
    await once(e, "x");
  } catch (x) {
    console.log(x.message);
  }
  const p = once(e, "error");
  e.emit("error", new Error("wanted"));
  console.log((await p)[0].message);
  if (events.on) {
    setTimeout(() => {
      e.emit("y", 1);
      e.emit("y", 2);
      e.emit("y", 3);
    }, 1);
    let n = 0;
    for await (const v of events.on(e, "y")) {
      console.log(v);
      if (++n === 3) break;
    }
    console.log(e.listenerCount("y"));
    setTimeout(() => e.emit("error", new Error("in on")), 1);
    try {
      for await (const v of events.on(e, "y")) ;
    } catch (x) {
      console.log(x.message);
    }
  }
})();
