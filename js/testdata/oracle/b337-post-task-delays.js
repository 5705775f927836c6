// {"name":"b337-post-task-delays","env":"browser","file":"b337-post-task-delays.js"}
(async () => {
  for (const delay of [0, 0.1, 0.7, '0.7', 0.999, -0.5, undefined, null, 1, 1.5, '2', -1, NaN, Infinity, 2 ** 53, 'x', {}]) {
    let runs = 0;
    const said = await scheduler.postTask(() => { runs++; }, { delay }).then(() => 'ran', (e) => e.name);
    await new Promise((f) => setTimeout(f, 5));
    console.log(String(delay), said, runs);
  }
})();
