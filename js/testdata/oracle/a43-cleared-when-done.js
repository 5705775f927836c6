const wait = (ms) => { const s = process.hrtime(); for (;;) { const d = process.hrtime(s); if (d[0] * 1e3 + d[1] / 1e6 > ms) break; } };
const A = setTimeout(() => {}, 20);
setTimeout(() => {
  clearTimeout(A);
  setTimeout(() => console.log('X'), 20);
  wait(1);
  setTimeout(() => console.log('Y'), 19);
  wait(40);
}, 20);
