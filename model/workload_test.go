package model_test

import (
	"testing"

	"evsim/clock"
	"evsim/ecma"
	"evsim/model"
	"evsim/sim"
)

// workload is a script of Go functions, so that nothing but loops, timers and
// promises is at work.
type workload struct {
	rt    *model.Runtime
	main  func()
	calls []func()
	left  int // callbacks until the run ends
	random
}

// oneShot is timers that are all set at first.
func oneShot(timers int) *workload {
	w := &workload{random: 1, left: timers + 1, calls: []func(){func() {}}}
	w.main = func() {
		for range timers {
			w.setTimeout(0)
		}
	}
	return w
}

// hold is timers that each set another as they fire. Warm is called when there
// are so many callbacks left as are given; by then what is pending was replaced
// as often as turnovers says.
func hold(pending, turnovers, callbacks int, warm func()) *workload {
	w := &workload{random: 1, left: callbacks + turnovers*pending}
	w.main = func() {
		for range pending {
			w.setTimeout(0)
		}
	}
	w.calls = []func(){func() {
		if w.left == callbacks {
			warm()
		}
		w.setTimeout(0)
	}}
	return w
}

// chain is a callback that queues the next: an immediate, a then or a tick.
func chain(kind string, callbacks int) *workload {
	w := &workload{left: callbacks}
	switch kind {
	case "immediate":
		w.main = func() { w.rt.Node().SetImmediate(0, true) }
	case "then":
		w.main = func() { w.then(0) }
	case "tick":
		w.main = func() { w.rt.Node().NextTick(0) }
	}
	w.calls = []func(){w.main}
	return w
}

// rounds is 10,000 timers that each set an immediate, a tick, two promise jobs
// and the next timer.
func rounds(callbacks int) *workload {
	w := &workload{left: callbacks}
	w.calls = []func(){func() {
		w.rt.Node().SetImmediate(1, true)
		w.rt.Node().NextTick(1)
		w.then(1)
		w.then(1)
		w.rt.SetTimer(1, 0, false, false)
	}, func() {}}
	w.main = func() {
		for range 10_000 {
			w.rt.SetTimer(1, 0, false, false)
		}
	}
	return w
}

// hour is how long intervals go on, in milliseconds.
const hour = 3_600_000

// period is of the interval with a number from 0 to 999, in milliseconds.
func period(i int) uint64 { return uint64(1000 + 9*i) }

// intervals is a thousand intervals of 1 to 10 s.
func intervals(callbacks int) *workload {
	w := &workload{left: callbacks, calls: []func(){func() {}}}
	w.main = func() {
		for i := range 1000 {
			w.rt.SetTimer(float64(period(i)), 0, true, false)
		}
	}
	return w
}

// anHour is how many callbacks these make in an hour.
func anHour() (callbacks int) {
	for i := range 1000 {
		callbacks += int(hour / period(i))
	}
	return callbacks
}

func (w *workload) Main() bool { w.main(); return false }

func (w *workload) Call(callback uint32, _ ecma.Value) (ecma.Value, bool) {
	if w.left--; w.left == 0 {
		w.rt.Stop(sim.Stop{Reason: sim.Exited})
	} else {
		w.calls[callback]()
	}
	return ecma.Value{}, false
}

func (w *workload) Resume(uint32, ecma.Completion)         {}
func (w *workload) Describe(uint32) (string, sim.Pos)      { return "", sim.Pos{} }
func (w *workload) DescribeFrame(uint32) (string, sim.Pos) { return "", sim.Pos{} }
func (w *workload) ErrorText(ecma.Value) string            { return "" }
func (w *workload) MarkRoots(ecma.Marker)                  {}
func (w *workload) MarkFrame(uint32, ecma.Marker)          {}
func (w *workload) DropFrame(uint32)                       {}

func (w *workload) setTimeout(callback uint32) {
	w.rt.SetTimer(float64(w.delay()), callback, false, false)
}

func (w *workload) then(callback uint32) {
	w.rt.Then(w.rt.NewSettled(ecma.Value{}, false), callback, ecma.NoCallback)
}

// run runs the workload under a policy.
func (w *workload) run(t testing.TB, policy string, oracle clock.Oracle) {
	p, err := model.Lookup(policy)
	if err != nil {
		t.Fatal(err)
	}
	const endless = 1 << 60
	limits := sim.Limits{Callbacks: endless, Turns: endless, Time: endless / 2}
	w.rt = model.New(model.Config{Policy: p, Script: w, World: model.World{Pool: 4, PromiseRoom: 256}, Oracle: oracle, Loop: sim.Config{Limits: limits}})
	w.rt.Run()
}

// random is SplitMix64.
type random uint64

// delay is a number from 1 to 10,000.
func (r *random) delay() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return 1 + (z^z>>31)%10_000
}
