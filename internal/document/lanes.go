package document

import (
	"slices"

	"evsim/ecma"
	"evsim/internal/viewer"
	"evsim/model"
	"evsim/sim"
)

// between are the queues that are emptied between callbacks, and outside the
// places in which what is not ready waits. What else a policy has is a queue of
// its loop.
var (
	between = []sim.Place{model.InNextTicks, model.InMicrotasks, model.InContextJobs}
	outside = []sim.Place{
		model.InPoolQueue, model.InPool, model.InIOUring, model.InEpoll, model.InUsers,
		model.InActiveTimers, model.InNetwork, model.InUser, model.InRequestTimeout, model.InDatabase, model.InDisplay,
	}
)

// shared are the queues that the loop serves in the phase of another.
var shared = map[sim.Place]sim.Place{
	model.InUnreferencedTimers: model.InTimers,
	model.InSignals:            model.InPoll,
	model.InMessages:           model.InPoll,
}

// kinds says which kind of callbacks waits in a place; in the others any can.
var kinds = map[sim.Place]string{
	model.InMain: "script", model.InScript: "script",
	model.InNextTicks: "tick", model.InMicrotasks: "microtask", model.InContextJobs: "microtask",
	model.InTimers: "timer", model.InUnreferencedTimers: "timer", model.InActiveTimers: "timer", model.InTimer: "timer", model.InTimerNow: "timer",
	model.InIdleTimeout: "timer", model.InRequestTimeout: "timer",
	model.InPoolQueue: "io", model.InPool: "io", model.InIOUring: "io", model.InEpoll: "io", model.InPoll: "io", model.InNetwork: "io", model.InNetworking: "io",
	model.InDatabase: "io", model.InDatabaseAccess: "io",
	model.InCheck:     "immediate",
	model.InRendering: "frame", model.InAnimationFrame: "frame", model.InDisplay: "frame", model.InSizeObserver: "frame",
	model.InPending: "closing", model.InClosing: "closing",
}

// Lanes is where callbacks of a policy wait, in the order in which its loop
// serves them: the phases of a turn as a run of the policy passes through them,
// so that a policy whose turn is another needs no list of its own. A loop
// without phases has its queues in the order of the policy.
func Lanes(p model.Policy) []viewer.Lane {
	var out []viewer.Lane
	add := func(at sim.Place, in string) {
		if i := slices.IndexFunc(out, func(l viewer.Lane) bool { return l.Queues[0] == at }); i >= 0 {
			return
		}
		kind := kinds[at]
		if kind == "" {
			kind = "task"
		}
		out = append(out, viewer.Lane{In: in, Kind: kind, Queues: []sim.Place{at}})
	}
	queues := p.Queues()
	for _, q := range queues {
		if slices.Contains(between, q) {
			add(q, "between")
		}
	}
	turn := phases(p)
	for _, q := range append(turn, queues...) {
		_, with := shared[q]
		if !with && slices.Contains(queues, q) && !slices.Contains(between, q) && !slices.Contains(outside, q) {
			add(q, "loop")
		}
	}
	for _, q := range queues {
		switch with, ok := shared[q]; {
		case ok:
			i := slices.IndexFunc(out, func(l viewer.Lane) bool { return l.Queues[0] == with })
			out[i].Queues = append(out[i].Queues, q)
		case slices.Contains(outside, q):
			add(q, "outside")
		}
	}
	return out
}

// phases is the phases of one turn of Node's loop, in their order: those of a run
// that sets an immediate. Browsers have none.
func phases(p model.Policy) []sim.Place {
	if p.Node == nil {
		return nil
	}
	var s oneTurn
	s.rt = model.New(model.Config{
		Policy: p, Script: &s, World: model.World{Pool: 1},
		Loop: sim.Config{Limits: sim.Limits{Turns: 2}, Sink: &s, Wants: sim.KindsOf(sim.EventPhase)},
	})
	s.rt.Run()
	return s.seen
}

// oneTurn is a script that lets the loop turn once, and hears of the phases
// (model.Script, sim.Sink).
type oneTurn struct {
	rt   *model.Runtime
	seen []sim.Place
}

// Main sets an immediate.
func (s *oneTurn) Main() (threw bool) {
	s.rt.Node().SetImmediate(1, true)
	return false
}

// Call is the immediate.
func (s *oneTurn) Call(uint32, ecma.Value) (result ecma.Value, threw bool) {
	return ecma.Value{}, false
}

// Describe names nothing.
func (s *oneTurn) Describe(uint32) (label string, pos sim.Pos) { return "", sim.Pos{} }

// ErrorText is that of no error.
func (s *oneTurn) ErrorText(ecma.Value) string { return "" }

// Emit keeps the phases of the first turn, each once.
func (s *oneTurn) Emit(e sim.Event) {
	if e.Turn == 1 && !slices.Contains(s.seen, e.Phase) {
		s.seen = append(s.seen, e.Phase)
	}
}
