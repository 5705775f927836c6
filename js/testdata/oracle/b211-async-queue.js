// {"name":"b211-async-queue","env":"browser","file":"b211-async-queue.js"}
class Queue { items = []; waiters = []; push(x) { const w = this.waiters.shift(); if (w) w({ value: x, done: false }); else this.items.push(x) } end() { this.over = true; for (const w of this.waiters.splice(0)) w({ value: undefined, done: true }) }
  [Symbol.asyncIterator]() { return { next: () => this.items.length ? Promise.resolve({ value: this.items.shift(), done: false }) : this.over ? Promise.resolve({ done: true }) : new Promise(r => this.waiters.push(r)), return: v => { log('return'); return Promise.resolve({ done: true, value: v }) } } } }
const q = new Queue(); (async () => { for await (const x of q) log('A', x); log('A done') })(); (async () => { for await (const x of q) { log('B', x); if (x === 3) break } log('B done') })()
for (let i = 1; i < 6; i++) q.push(i); setTimeout(() => { q.push(6); q.end(); log('ended') }, 0); log('sync')
