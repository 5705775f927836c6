// {"name":"a02-delay-is-made-a-number","env":"node","file":"a02-delay-is-made-a-number.js"}
for (const delay of ['40', '0x1e', { valueOf: () => 20 }, [12], true, null, 0, -1, 0.5, 1.5, 2 ** 31 - 1, 2 ** 31, Infinity, 'soon', undefined]) {
  const timeout = setTimeout(() => {}, delay);
  console.log(String(delay), timeout._idleTimeout);
  clearTimeout(timeout);
}
