// The timer workloads on @sinonjs/fake-timers, whose folder is the
// first argument: prints nanoseconds of processor time for each callback, of
// what is over in a moment as often as the second says.
'use strict'

const path = require('path')
const { createClock } = require(path.join(path.resolve(process.argv[2]), 'node_modules', '@sinonjs', 'fake-timers'))

let seed = 1
function delay() {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return 1 + seed % 10_000
}

function measure(name, callbacks, run) {
  const before = process.cpuUsage()
  run()
  const used = process.cpuUsage(before)
  console.log(`${name} ${(used.user + used.system) * 1000 / callbacks}`)
}

function clockOf(timers) { return createClock(0, 2 * timers + 1) }

measure('OneShot', 1_000_000, () => {
  const clock = clockOf(1_000_000)
  for (let i = 0; i < 1_000_000; i++) clock.setTimeout(() => {}, delay())
  clock.runAll()
})

for (const pending of [1_000, 10_000, 100_000]) {
  const clock = clockOf(1_000_000)
  const again = () => { clock.setTimeout(again, delay()) }
  for (let i = 0; i < pending; i++) clock.setTimeout(again, delay())
  for (let i = 0; i < pending; i++) clock.next()
  measure(`Hold/${pending}`, 100_000, () => { for (let i = 0; i < 100_000; i++) clock.next() })
}

for (let n = 0; n < Number(process.argv[3]); n++) {
  let callbacks = 0
  const clock = createClock(0, 10_000_000)
  for (let i = 0; i < 1000; i++) clock.setInterval(() => { callbacks++ }, 1000 + 9 * i)
  const before = process.cpuUsage()
  clock.tick(3_600_000)
  const used = process.cpuUsage(before)
  console.log(`Intervals ${(used.user + used.system) * 1000 / callbacks}`)
}
