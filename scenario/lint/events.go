package lint

import (
	"evsim/internal/say"
	"evsim/model"
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
			l.report(s.Pos, say.Of("nothing %s of %s", hearing(h), code(l.Script.Handles[h.target].Name)), "check the names of target and event, or delete it")
		}
	})
	l.eachWorld(func(w *program.World) {
		for _, in := range w.Users {
			if h := (heard{script.HandleID(in.Target), in.Event}); in.Target != script.None && !ears[h] {
				l.report(in.Pos, say.Of("nothing %s of %s", hearing(h), code(l.Script.Handles[h.target].Name)), "check the names of target and event, or delete it")
			}
		}
	})
}

func hearing(h heard) say.Text {
	switch h.event {
	case mutation:
		return "observes mutations"
	case message:
		return "receives messages"
	}
	return say.Of("listens to %s", code(h.event))
}

// unsentSignals finds listeners of signals that neither the script nor a user
// sends.
func (l *linter) unsentSignals() {
	sent := make(map[model.Event]bool)
	l.each(func(s *script.Stmt) {
		if s.Verb == script.VerbKill {
			sent[script.EventName(s.Kind).Model()] = true
		}
	})
	l.eachWorld(func(w *program.World) {
		for _, in := range w.Users {
			sent[in.Signal] = true
		}
	})
	for _, body := range l.Script.Bodies {
		for i := range body.Stmts {
			s := &body.Stmts[i]
			if name := script.EventName(s.Kind); s.Verb == script.VerbOn && name.Signal() && !sent[name.Model()] && !l.meant(body.Stmts[i:i+1]) {
				l.report(s.Pos, say.Of("nothing sends %s", code(name.String())), say.Of("send it with %s or under `users`, or delete it; or say in `rules` that its lines are logged `never`", code("kill: "+name.String())))
			}
		}
	}
}

func (l *linter) idleListeners() {
	happening := make(map[heard]bool)
	l.each(func(s *script.Stmt) {
		if h, ok := happens(s); ok {
			happening[h] = true
		}
		switch s.Verb {
		case script.VerbResize:
			happening[heard{s.Target, mutation}] = true
		case script.VerbSend:
			for _, event := range model.RequestEvents() {
				if event != "abort" && (event != "timeout" || s.Timeout > 0) {
					happening[heard{s.Target, event}] = true
				}
			}
		case script.VerbAbort:
			happening[heard{s.Target, "abort"}] = true
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
			idle := say.Of("nothing dispatches %s to %s", code(h.event), name)
			switch h.event {
			case mutation:
				idle = say.Of("nothing mutates %s", name)
			case message:
				idle = say.Of("nothing posts a message to %s", name)
			}
			l.report(s.Pos, idle, "check the names of target and event, or delete it")
		}
	})
}
