// {"name":"b264-raf-timestamp","env":"browser","file":"b264-raf-timestamp.js"}
requestAnimationFrame(t1 => { log(typeof t1, t1 <= performance.now()); requestAnimationFrame(t2 => { log(t2 > t1, t2 - t1 < 1000) }) }); requestAnimationFrame(t => { const now = performance.now(); log(now >= t) })
