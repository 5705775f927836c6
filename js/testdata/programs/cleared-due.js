const t0 = setTimeout(() => {
  console.log("a");
  clearTimeout(b);
  clearImmediate(c);
}, 1);
const b = setTimeout(() => console.log("b"), 1);
const c = setImmediate(() => console.log("c"));
setImmediate(() => {
  console.log("d");
});
setTimeout(() => console.log("e"), 1);
const s = Date.now();
while (Date.now() - s < 10) ;
