const crypto = require("crypto"), fs = require("fs");
const t = (f) => {
  try {
    f();
    console.log("none");
  } catch (e) {
    console.log(e.name, e.code, e.message.split("\n")[0]);
  }
};
t(() => crypto.pbkdf2("a", "b", 1, 1, "nope", () => {
}));
t(() => crypto.pbkdf2("a", "b", 1, 1, "sha1"));
t(() => crypto.pbkdf2("a", "b", 1, 1, () => {
}));
t(() => crypto.pbkdf2("a", "b", 1, 1));
t(() => crypto.pbkdf2("a", "b", 1, 1, 5, () => {
}));
t(() => crypto.scrypt("a", "b", 1));
t(() => crypto.scrypt("a", "b", 1, {}));
t(() => fs.readFile("x"));
t(() => fs.stat("x"));
t(() => fs.access("x"));
t(() => fs.readFile());
t(() => fs.readFile("x", "utf8"));
t(() => fs.stat("x", {}));
t(() => fs.readFile(5.5, () => {
}));
t(() => fs.readFile(null, () => {
}));
t(() => fs.stat(5, () => {
}));
t(() => fs.readFile(void 0, () => {
}));
t(() => fs.readFile({}, () => {
}));
t(() => fs.access(true, () => {
}));
t(() => fs.readFile(["a"], () => {
}));
if (fs.promises && fs.promises.readFile) for (const f of ["stat", "access"]) fs.promises[f](void 0).catch((e) => console.log(f, e.name, e.code, e.message));
if (fs.promises && fs.promises.readFile) fs.promises.readFile({ a: 1 }).catch((e) => console.log(e.name, e.code, e.message));
