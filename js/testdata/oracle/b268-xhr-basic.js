// {"name":"b268-xhr-basic","env":"browser","file":"b268-xhr-basic.js"}
const x = new XMLHttpRequest(); for (const n of ['readystatechange', 'loadstart', 'progress', 'load', 'loadend', 'error', 'abort', 'timeout']) x.addEventListener(n, e => { log(n, x.readyState); Promise.resolve().then(() => log('m ' + n)) }); log(x.readyState); x.open('GET', '/ping'); log('opened'); x.send(); log('sent')
