package lint

import (
	"evsim/program"
	"evsim/scenario/script"
)

// heard is an event of a target.
type heard struct {
	target script.HandleID
	event  string
}

// The kinds of happenings that are no events.
const (
	mutation = "\x00mutation"
	message  = "\x00message"
)

// listens is what a statement listens to, and happens what it makes happen.
func listens(s *script.Stmt) (heard, bool) {
	switch {
	case s.Verb == script.VerbListen:
		return heard{s.Target, s.Event}, true
	case s.Verb == script.VerbObserve:
		return heard{s.Target, mutation}, true
	case s.Verb == script.VerbChannel && s.Do != script.NoBody:
		return heard{s.Target, message}, true
	}
	return heard{}, false
}

func happens(s *script.Stmt) (heard, bool) {
	switch s.Verb {
	case script.VerbDispatch:
		return heard{s.Target, s.Event}, true
	case script.VerbMutate:
		return heard{s.Target, mutation}, true
	case script.VerbPostMessage:
		return heard{s.Target, message}, true
	}
	return heard{}, false
}

func (l *linter) unheardEvents() {
	ears := make(map[heard]bool)
	l.each(func(s *script.Stmt) {
		if h, ok := listens(s); ok {
			ears[h] = true
		}
	})
	l.each(func(s *script.Stmt) {
		if h, ok := happens(s); ok && !ears[h] {
			l.report(s.Pos, "nothing "+hearing(h)+" of "+code(l.Script.Handles[h.target].Name), "check the names of target and event, or delete it")
		}
	})
	l.eachWorld(func(w *program.World) {
		for _, in := range w.Users {
			if h := (heard{script.HandleID(in.Target), in.Event}); in.Target != script.None && !ears[h] {
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
	l.each(func(s *script.Stmt) {
		if h, ok := happens(s); ok {
			happening[h] = true
		}
		if s.Verb == script.VerbResize {
			happening[heard{s.Target, mutation}] = true
		}
	})
	l.eachWorld(func(w *program.World) {
		for _, in := range w.Users {
			happening[heard{script.HandleID(in.Target), in.Event}] = true
		}
	})
	l.each(func(s *script.Stmt) {
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
