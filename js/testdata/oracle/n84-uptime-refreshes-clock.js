// {"name":"n84-uptime-refreshes-clock","env":"node","file":"n84-uptime-refreshes-clock.js"}
// A tick behind the last timer makes the next one due. The timers phase looks again only if the loop's time
// has been read since, which process.uptime does.
function spin(ms) { const s = Date.now(); while (Date.now() - s < ms); }
setTimeout(() => {
  setImmediate(() => console.log('immediate'));
  setTimeout(() => console.log('timeout'), 5);
  process.nextTick(() => {
    spin(15);
    process.uptime();
  });
}, 1);
