// {"name":"b262-clear-sibling-timer","env":"browser","file":"b262-clear-sibling-timer.js"}
let b; setTimeout(() => { log('a'); clearTimeout(b); setTimeout(() => log('d'), 0) }, 5); b = setTimeout(() => log('never'), 5); setTimeout(() => log('c'), 5); const raf = requestAnimationFrame(() => log('never raf')); cancelAnimationFrame(raf); const i = setInterval(() => { log('i'); clearTimeout(i) }, 1)
