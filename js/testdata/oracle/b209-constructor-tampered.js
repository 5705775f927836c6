// {"name":"b209-constructor-tampered","env":"browser","file":"b209-constructor-tampered.js"}
const p = Promise.resolve(1); p.constructor = { [Symbol.species]: Promise }; log(Promise.resolve(p) === p); (async () => { await p; log('await tampered') })(); (async () => { await Promise.resolve(1); log('await plain') })()
Promise.resolve().then(() => log(1)).then(() => log(2)).then(() => log(3)).then(() => log(4)); class Q extends Promise { static get [Symbol.species]() { log('species'); return Promise } } const q = Q.resolve(1).then(() => {}); log(q instanceof Q)
