package model

import "evsim/clock"

// Figures are counts of a run.
type Figures struct {
	Callbacks int64
	Turns     int64
	Time      clock.Span // virtual time since the start; what is not known exactly is left out
	Most      []Figure   // without what it never held
}

// Figure is how many of something a run has held at one time, at most.
type Figure struct {
	What string
	Most int
}

// Figures are those of the last run.
func (r *Runtime) Figures() Figures {
	elapsed, _ := r.Sub(r.Now(), 0)
	return Figures{Callbacks: r.Callbacks(), Turns: r.Turns(), Time: elapsed, Most: r.most()}
}

func (r *Runtime) most() []Figure {
	list := []Figure{{string(InMicrotasks), r.micro.Most()}}
	if r.node != nil {
		list = append(r.node.figures(), list...)
	} else {
		list = append(r.web.figures(), list...)
	}
	held := list[:0]
	for _, f := range list {
		if f.Most > 0 {
			held = append(held, f)
		}
	}
	return held
}

// figures counts slots where there are slabs, because a free one is used before
// there is another.
func (n *Node) figures() []Figure {
	return []Figure{
		{"timers", n.timers.most()}, {"immediates", n.immediates.most}, {"operations", len(n.watchers.ops)}, {"ticks", n.ticks.Most()},
	}
}

func (w *Web) figures() []Figure {
	list := []Figure{{"timers", len(w.timers.all)}}
	for s := range w.sources {
		list = append(list, Figure{"tasks of " + string(sourceNames[s]), w.sources[s].Most()})
	}
	return list
}
