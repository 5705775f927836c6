package model_test

import (
	"fmt"
	"slices"
	"testing"

	"evsim/clock"
	"evsim/ecma"
	"evsim/model"
	"evsim/sim"
)

// A run without a sink, and in which nothing costs time or is counted,
// takes shorter ways: this is a script that goes wherever they part.

// randomScript is a script that does something else in every callback, and writes
// down which ran when.
type randomScript struct {
	workload
	ran        []ran
	next       uint32
	timers     []model.TimerRef
	immediates []model.ImmediateRef
}

type ran struct {
	callback uint32
	at       clock.Instant
}

func (w *randomScript) Main() bool {
	if n := w.rt.Node(); n != nil {
		n.On(model.UncaughtException, 1)
		n.On(model.UnhandledRejection, 2)
	}
	w.next = 10
	for range 20 {
		w.act()
	}
	return false
}

func (w *randomScript) Call(callback uint32, _ ecma.Value) (result ecma.Value, threw bool) {
	w.ran = append(w.ran, ran{callback, w.rt.Now()})
	for range w.below(4) {
		w.act()
	}
	return ecma.Value{Kind: ecma.ValueError}, callback > 2 && w.below(30) == 0
}

func (w *randomScript) below(n int) int { return int(w.delay()) % n }

// act does one of the things that both kinds of runtimes can do, or one that
// only this kind can.
func (w *randomScript) act() {
	w.next++
	switch kind := w.below(12); {
	case kind < 4:
		w.timers = append(w.timers, w.rt.SetTimer(float64(w.below(4)), w.next, w.below(5) == 0, true))
	case kind == 4:
		w.rt.QueueMicrotask(w.next)
	case kind == 5:
		promise := w.rt.NewSettled(ecma.Value{Kind: ecma.ValueError}, w.below(4) == 0)
		if w.below(3) > 0 {
			w.rt.Then(promise, w.next, ecma.NoCallback)
		}
	case kind < 8:
		if len(w.timers) > 0 {
			w.rt.ClearTimer(w.timers[w.below(len(w.timers))])
		}
	case w.rt.Node() != nil:
		w.actInNode(w.rt.Node())
	default:
		w.actInBrowser(w.rt.Web())
	}
}

func (w *randomScript) actInNode(n *model.Node) {
	switch w.below(8) {
	case 0, 1, 2:
		w.immediates = append(w.immediates, n.SetImmediate(w.next, w.below(4) > 0))
	case 3:
		n.NextTick(w.next)
	case 4:
		latency := clock.Exactly(clock.Span(w.below(3)) * clock.Millisecond)
		n.Start(model.Operation{Kind: model.OperationKind(w.below(4)), Latency: latency, Trips: 1, Callback: w.next})
	case 5:
		if len(w.immediates) > 0 {
			n.ClearImmediate(w.immediates[w.below(len(w.immediates))])
		}
	case 6:
		if len(w.immediates) > 0 {
			n.RefImmediate(w.immediates[w.below(len(w.immediates))], w.below(2) == 0)
		}
	case 7:
		if len(w.timers) > 0 {
			n.Refresh(w.timers[w.below(len(w.timers))])
			n.RefTimer(w.timers[w.below(len(w.timers))], w.below(3) > 0)
		}
	}
}

func (w *randomScript) actInBrowser(b *model.Web) {
	switch w.below(4) {
	case 0:
		b.RequestFrame(w.next)
	case 1:
		b.PostTask(model.TaskPriority(w.below(3)), w.next)
	case 2:
		b.RequestIdle(w.next, 0)
	case 3:
		b.Fetch(clock.Exactly(clock.Span(w.below(3))*clock.Millisecond), ecma.Value{}, false)
	}
}

// hears is a sink that keeps nothing.
type hears struct{}

func (hears) Emit(sim.Event) {}

func TestBareRunsHaveATwin(t *testing.T) {
	limits := sim.Limits{Callbacks: 300}
	counted := limits
	counted.Statements = 1 << 40
	kinds := map[string]struct {
		config sim.Config
		oracle clock.Oracle
	}{
		"heard":              {sim.Config{Limits: limits, Sink: hears{}, Wants: sim.AllKinds}, nil},
		"logged":             {sim.Config{Limits: limits, Sink: hears{}, Wants: sim.KindsOf(sim.EventLog)}, nil},
		"counted":            {sim.Config{Limits: counted}, nil},
		"asked between":      {sim.Config{Limits: limits, Rest: func() bool { return true }}, nil},
		"asked about time":   {sim.Config{Limits: limits}, clock.Plain{}},
		"heard, and is told": {sim.Config{Limits: limits, Sink: hears{}, Wants: sim.AllKinds}, clock.Plain{}},
	}
	for _, p := range model.Policies() {
		t.Run(p.Name, func(t *testing.T) {
			long := 0
			for seed := range random(100) {
				bare, end := wander(p, seed, sim.Config{Limits: limits}, nil)
				if len(bare) > 50 {
					long++
				}
				for name, k := range kinds {
					twin, ended := wander(p, seed, k.config, k.oracle)
					if ended != end || !slices.Equal(twin, bare) {
						t.Fatalf("seed %d, %s: %s\n%v\nand bare: %s\n%v", seed, name, ended, twin, end, bare)
					}
				}
			}
			if long < 50 {
				t.Errorf("only %d of 100 runs are long", long)
			}
		})
	}
}

// wander runs a script that a seed makes, and reports what ran and how it ended.
func wander(p model.Policy, seed random, config sim.Config, oracle clock.Oracle) (callbacks []ran, end string) {
	w := &randomScript{workload: workload{random: seed}}
	w.rt = model.New(model.Config{
		Policy: p, Script: w, World: model.World{Pool: 2, PromiseRoom: 64, Display: model.Display{Hz: 60}}, Oracle: oracle, Loop: config,
	})
	stop := w.rt.Run()
	return w.ran, fmt.Sprint(stop, w.rt.Turns(), w.rt.Callbacks(), w.rt.Now())
}
