for (const delay of [0, 0.99, 1, 1.5, 7, -1, NaN, Infinity, 2 ** 31, '5', undefined]) {
  const i = setInterval(() => {}, delay), t = setTimeout(() => {}, delay);
  console.log(String(delay), i._idleTimeout, i._repeat, t._idleTimeout, t._repeat);
  clearInterval(i); clearTimeout(t);
}
