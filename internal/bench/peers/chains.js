// Chains of callbacks in Node itself: prints nanoseconds of processor time for
// each callback.
'use strict'

function measure(name, callbacks, start) {
  return new Promise(resolve => {
    const before = process.cpuUsage()
    start(callbacks, () => {
      const used = process.cpuUsage(before)
      console.log(`${name} ${(used.user + used.system) * 1000 / callbacks}`)
      setTimeout(resolve, 1)
    })
  })
}

const chain = queue => (left, done) => {
  const step = () => { if (--left > 0) queue(step); else done() }
  queue(step)
}

// Ten thousand timers that each set the next, an immediate, a tick and two jobs.
function rounds(left, done) {
  const count = () => { if (--left === 0) done() }
  const timer = () => {
    if (left <= 0) return
    setImmediate(count)
    process.nextTick(count)
    Promise.resolve().then(count)
    Promise.resolve().then(count)
    setTimeout(timer, 1)
    count()
  }
  for (let i = 0; i < 10_000; i++) setTimeout(timer, 1)
}

async function main() {
  const immediate = chain(setImmediate)
  const then = chain(step => Promise.resolve().then(step))
  const tick = chain(process.nextTick)
  for (const [name, callbacks, start] of [
    ['Immediate', 500_000, immediate], ['Then', 3_000_000, then], ['Tick', 3_000_000, tick], ['Rounds', 2_000_000, rounds],
  ]) {
    if (name !== 'Rounds') await new Promise(warm => start(100_000, () => setTimeout(warm, 1)))
    await measure(name, callbacks, start)
  }
}

main()
