package model

// Figure is how many of something a run has held at one time.
type Figure struct {
	What string
	Most int
}

// Figures lists what the run has held at one time at most, without what it
// never held.
func (r *Runtime) Figures() []Figure {
	list := []Figure{{microtasks, r.micro.Most()}}
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
		list = append(list, Figure{"tasks of " + sourceNames[s], w.sources[s].Most()})
	}
	return list
}
