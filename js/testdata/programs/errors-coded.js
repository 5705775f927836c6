const f = (g) => {
  try {
    g();
  } catch (e) {
    console.log(e.name, "|", String(e), "|", e.toString === Error.prototype.toString, "|", e.stack.split("\n")[0], "|", Object.keys(e));
    const c = Object.getOwnPropertyDescriptor(e, "code");
    console.log(c);
  }
};
f(() => require("fs").readFile());
f(() => new (require("events"))().emit("error", 5));
f(() => require("util").promisify(5));
f(() => require("path").join(5));
f(() => process.emitWarning(5));
f(() => new (require("events"))().setMaxListeners(-1));
