// {"name":"a01-callbacks-are-checked","env":"node","file":"a01-callbacks-are-checked.js"}
for (const call of [setTimeout, setInterval, setImmediate, process.nextTick]) {
  for (const bad of [undefined, null, 5, 'x', { a: 1 }, [1, 'b'], true]) {
    try {
      call(bad);
      console.log(call.name, 'takes it');
    } catch (e) {
      console.log(call.name, e instanceof TypeError, e.code, e.message);
    }
  }
}
