// {"name":"b203-mutation-next-tick","env":"browser","file":"b203-mutation-next-tick.js"}
// the nextTick of Vue 2: a text node that an observer watches
let counter = 1; const node = document.createTextNode('1'), cbs = []
new MutationObserver(() => { const copy = cbs.splice(0); for (const c of copy) c() }).observe(node, { characterData: true })
const nextTick = f => { cbs.push(f); if (cbs.length === 1) { counter = (counter + 1) % 2; node.data = String(counter) } }
Promise.resolve().then(() => { log('p1'); nextTick(() => log('n in p1')) }); nextTick(() => { log('n1'); nextTick(() => log('n1n')); Promise.resolve().then(() => log('pn1')) }); nextTick(() => log('n2')); Promise.resolve().then(() => log('p2')); log('sync')
