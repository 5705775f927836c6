outer: for (let i = 0; i < 3; i++) {
  for (let j = 0; j < 3; j++) {
    if (j === 1) continue outer;
    if (i === 2) break outer;
    setTimeout(() => console.log(i, j), 0);
  }
}
for (var v = 0; v < 3; v++) setTimeout(() => console.log("var", v), 0);
for (let l = 0; l < 3; l++) setTimeout(() => console.log("let", l), 0);
for (var w = 0; w < 3; w++) ((w2) => setTimeout(console.log, 0, "iife", w2))(w);
for (const x of [1, 2]) Promise.resolve(x).then(console.log);
a: {
  console.log("in a");
  break a;
}
switch (3) {
  case 1:
    console.log(1);
  default:
    console.log("d");
  case 2:
    console.log(2);
    break;
  case 4:
    console.log(4);
}
console.log(typeof hoisted, hoisted2());
var hoisted = 1;
function hoisted2() {
  return typeof hoisted;
}
try {
  console.log(tdz);
  let tdz = 1;
} catch (e) {
  console.log(e.name + ": " + e.message);
}
try {
  cc = 1;
  const cc = 2;
} catch (e) {
  console.log(e.message);
}
console.log(this === module.exports, typeof this, (function() {
  return this === global;
})(), (() => this === module.exports)());
console.log([..."ab"].map((x, i, a) => a.length), ["1", "2", "3"].map(parseInt), [10, 9, 1].sort(), [3, 1, 2].sort((a, b) => b - a));
console.log(0.1 + 0.2, 1 / 3, 5e-324, 2 ** 53, 25 .toString(36), 255 .toString(16), 1234e-9.toString(), 1e300 * 1e10, -1 / 0);
console.log("", "[object Object]", "12", "3" * "4", null + 1, void 0 + 1, true + true, [] == false, false, null >= 0, true, "object");
console.log(parseInt("08"), parseFloat("3.14abc"), Number(""), Number(" 12 "), Number("1,2"), 0, NaN, +[5], +/* @__PURE__ */ new Date(5));
console.log("1,2,3", String([null]), String([void 0, 1]), "[object Object]", `${{}}`, [1, [2, [3]]].flat ? [1, [2, [3]]].flat(Infinity) : "noflat");
