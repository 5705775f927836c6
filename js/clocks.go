package js

import (
	"github.com/dop251/goja"

	"evsim/clock"
)

// epoch is Date.now() as a run begins: the same for all, since nothing else
// would give equal runs.
const epoch int64 = 1767225600000 // 2026-01-01T00:00:00Z

// reading is the last reading of a clock, and how many have been the same.
type reading struct {
	task  uint32
	equal int
}

// enoughReadings is how many readings of a clock in one callback tell that code
// waits for it: as many as a machine makes in about a millisecond.
const enoughReadings = 10_000

// read lets a millisecond pass for code that reads the clock again and again in
// one callback, because it waits for it.
func (m *machine) read() {
	r := &m.reading
	task := uint32(m.rt.Running().ID)
	if r.task != task {
		*r = reading{task: task}
	}
	if r.equal++; r.equal > enoughReadings {
		m.rt.Spend(clock.Exactly(clock.Millisecond))
		m.stopping()
	}
}

// milliseconds is the time since the start in whole milliseconds.
func (m *machine) milliseconds() int64 {
	m.read()
	at := m.rt.FloorTo(m.rt.Now(), clock.Millisecond)
	d, _ := m.sawSpan(m.rt.Sub(at, 0))
	return int64(d / clock.Millisecond)
}

// exactly is the time since the start; where an exploration leaves it open, in
// whole milliseconds.
func (m *machine) exactly() clock.Span {
	m.read()
	if d, known := m.sawSpan(m.rt.Sub(m.rt.Now(), 0)); known {
		return d
	}
	d, _ := m.sawSpan(m.rt.Sub(m.rt.FloorTo(m.rt.Now(), clock.Millisecond), 0))
	return d
}

// installClock makes Date and performance read the run's clock.
func (m *machine) installClock() {
	m.vm.SetTimeSource(m.now)
	if date, ok := m.vm.GlobalObject().Get("Date").(*goja.Object); ok && m.mentions("Date") {
		m.method(date, "now", 0, func(goja.FunctionCall) goja.Value { return m.vm.ToValue(epoch + m.milliseconds()) })
	}
	if m.mentions("performance") && m.has("performance") {
		m.set("performance", m.performance())
	}
}

// performanceNow is performance.now(), in milliseconds.
func (m *machine) performanceNow() float64 { return float64(m.exactly()) / float64(clock.Millisecond) }

func (m *machine) performance() *goja.Object {
	o := m.vm.NewObject()
	m.method(o, "now", 0, func(goja.FunctionCall) goja.Value { return m.vm.ToValue(m.performanceNow()) })
	_ = o.Set("timeOrigin", epoch)
	if m.web != nil {
		m.installMarks(o)
	}
	for _, p := range lackingMembers {
		if p.module == ofPerformance && (m.web != nil || p.in(m.policy)) {
			m.endsAt(o, p)
		}
	}
	return o
}

// random is SplitMix64, seeded by the run's seed.
type random uint64

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// installRandom makes chance follow the run's seed.
func (m *machine) installRandom() {
	m.vm.SetRandSource(func() float64 { return float64(m.random.next()>>11) / (1 << 53) })
	if m.mentions("crypto") && m.has("crypto") {
		o := m.vm.NewObject()
		if m.has("crypto.randomUUID") {
			m.method(o, "randomUUID", 0, func(goja.FunctionCall) goja.Value { return m.vm.ToValue(m.uuid()) })
		}
		m.givesLacking(o, webCrypto)
		m.set("crypto", o)
	}
}
