Promise.resolve().then(() => {
  console.log(0);
  return Promise.resolve(4);
}).then((res) => console.log(res));
Promise.resolve().then(() => console.log(1)).then(() => console.log(2)).then(() => console.log(3)).then(() => console.log(5)).then(() => console.log(6));
const first = () => new Promise((resolve) => {
  console.log(3);
  let p = new Promise((resolve2) => {
    console.log(7);
    setTimeout(() => {
      console.log(5);
      resolve2(6);
      console.log(p);
    }, 0);
    resolve2(1);
  });
  resolve(2);
  p.then((arg) => console.log(arg));
});
first().then((arg) => console.log(arg));
console.log(4);
