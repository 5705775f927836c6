await null;
console.log(typeof require, typeof module);
try {
  require("fs");
} catch (e) {
  console.log(e.message);
}
try {
  console.log(require.main === module);
} catch (e) {
  console.log(e.message);
}
try {
  console.log(__dirname);
} catch (e) {
  console.log(e.message);
}
const name = "os";
console.log(typeof import(name).then);
export const z = 1;
