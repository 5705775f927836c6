// A timer workload on @sinonjs/fake-timers, whose folder is the first argument, and
// whose name the second: prints nanoseconds of processor time for each callback.
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

function oneShot() {
  measure('OneShot', 1_000_000, () => {
    const clock = clockOf(1_000_000)
    for (let i = 0; i < 1_000_000; i++) clock.setTimeout(() => {}, delay())
    clock.runAll()
  })
}

function hold(pending) {
  const clock = clockOf(1_000_000)
  const again = () => { clock.setTimeout(again, delay()) }
  for (let i = 0; i < pending; i++) clock.setTimeout(again, delay())
  for (let i = 0; i < pending; i++) clock.next()
  measure(`Hold/${pending}`, 100_000, () => { for (let i = 0; i < 100_000; i++) clock.next() })
}

function intervals() {
  let callbacks = 0
  const clock = createClock(0, 10_000_000)
  for (let i = 0; i < 1000; i++) clock.setInterval(() => { callbacks++ }, 1000 + 9 * i)
  const before = process.cpuUsage()
  clock.tick(3_600_000)
  const used = process.cpuUsage(before)
  console.log(`Intervals ${(used.user + used.system) * 1000 / callbacks}`)
}

const workload = process.argv[3]
const [, pending] = workload.split('/')
if (pending) hold(Number(pending))
else if (workload === 'OneShot') oneShot()
else intervals()
