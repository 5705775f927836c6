package lint

import (
	"evsim/program"
	"evsim/scenario"
)

// heard is an event of a target.
type heard struct {
	target scenario.HandleID
	event  string
}

// The kinds of happenings that are no events.
const (
	mutation = "\x00mutation"
	message  = "\x00message"
)

// listens is what a statement listens to, and happens what it makes happen.
func listens(s *scenario.Stmt) (heard, bool) {
	switch {
	case s.Verb == scenario.VerbListen:
		return heard{s.Target, s.Event}, true
	case s.Verb == scenario.VerbObserve:
		return heard{s.Target, mutation}, true
	case s.Verb == scenario.VerbChannel && s.Do != scenario.NoBody:
		return heard{s.Target, message}, true
	}
	return heard{}, false
}

func happens(s *scenario.Stmt) (heard, bool) {
	switch s.Verb {
	case scenario.VerbDispatch:
		return heard{s.Target, s.Event}, true
	case scenario.VerbMutate:
		return heard{s.Target, mutation}, true
	case scenario.VerbPostMessage:
		return heard{s.Target, message}, true
	}
	return heard{}, false
}

func (l *linter) unheardEvents() {
	ears := make(map[heard]bool)
	l.each(func(s *scenario.Stmt) {
		if h, ok := listens(s); ok {
			ears[h] = true
		}
	})
	l.each(func(s *scenario.Stmt) {
		if h, ok := happens(s); ok && !ears[h] {
			l.report(s.Pos, "nothing "+hearing(h)+" of "+code(l.Script.Handles[h.target].Name), "check the names of target and event, or delete it")
		}
	})
	l.eachWorld(func(w *program.World) {
		for _, in := range w.Users {
			if h := (heard{scenario.HandleID(in.Target), in.Event}); in.Target != scenario.None && !ears[h] {
				l.report(in.Pos, "nothing "+hearing(h)+" of "+code(l.Script.Handles[h.target].Name), "check the names of target and event, or delete it")
			}
		}
	})
}

func hearing(h heard) string {
	switch h.event {
	case mutation:
		return "observes mutations"
	case message:
		return "receives messages"
	}
	return "listens to " + code(h.event)
}

func (l *linter) idleListeners() {
	happening := make(map[heard]bool)
	l.each(func(s *scenario.Stmt) {
		if h, ok := happens(s); ok {
			happening[h] = true
		}
	})
	l.eachWorld(func(w *program.World) {
		for _, in := range w.Users {
			happening[heard{scenario.HandleID(in.Target), in.Event}] = true
		}
	})
	l.each(func(s *scenario.Stmt) {
		if h, ok := listens(s); ok && !happening[h] {
			name := code(l.Script.Handles[h.target].Name)
			l.report(s.Pos, map[string]string{mutation: "nothing mutates " + name, message: "nothing posts a message to " + name}[h.event], "")
			if last := &l.found[len(l.found)-1]; last.Message == "" {
				last.Message = "nothing dispatches " + code(h.event) + " to " + name
			}
			l.found[len(l.found)-1].Fix = "check the names of target and event, or delete it"
		}
	})
}
