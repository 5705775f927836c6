package script

import "evsim/internal/proof"

// Follows reports whether statements alone say that lines come in an order, in
// every world, under every policy and however far a run goes: nothing that can log
// a line which needs another is reached before a statement that logs that one. The
// reasons stand in docs/design.md, "What causes decide". False says nothing. Its
// cost is that of reading the script for each line that is needed.
func (s *Tree) Follows(o *proof.Order) bool {
	if s.Code != nil {
		return false
	}
	known, holed := s.Logged()
	for _, text := range holed {
		if o.Begins(text.prefix()) {
			return false
		}
	}
	needed := make(map[string]bool)
	for _, later := range known {
		if earlier, needs := o.Needs(later); needs {
			needed[earlier] = true
		}
	}
	if len(needed) > maxNeeded/(1+s.Script.statements()) {
		return false
	}
	for earlier := range needed {
		r := reached{script: &s.Script, order: o, earlier: earlier, seen: make(map[BodyID]bool), sure: make(map[surely]bool)}
		if r.later(s.Script.Main) {
			return false
		}
	}
	return true
}

// maxNeeded bounds the work of Follows: statements to look at, for all lines that
// are needed.
const maxNeeded = 5_000_000

// prefix is how all lines begin that a text with holes can be: one that is very long
// is cut, so that its end says nothing.
func (t Text) prefix() string {
	if len(t.Parts) == 0 || t.Parts[0].Hole != HoleNone {
		return ""
	}
	return t.Parts[0].Text[:min(len(t.Parts[0].Text), maxPrefix)]
}

// maxPrefix is how much of the beginning of a line is looked at, in bytes.
const maxPrefix = 1000

func (p *Script) statements() (n int) {
	for i := range p.Bodies {
		n += len(p.Bodies[i].Stmts)
	}
	return n
}

// reached is what runs may come to before they have logged a line.
type reached struct {
	script  *Script
	order   *proof.Order
	earlier string
	seen    map[BodyID]bool // that can begin before the line is logged
	sure    map[surely]bool // what is asked now counts as false
}

// surely asks of a body whether the line is logged by some point of each run of it.
type surely struct {
	body BodyID
	by   point
}

type point uint8

const (
	started  point = iota // it has begun: nothing that comes before the line can end it
	finished              // what comes after it in its frame is reached
	returned              // it has run as a function, and what called it goes on
)

// later reports whether a body that begins before the line is logged, or what it
// starts, may log a line that needs that one. A statement comes after all that
// stand before it in its body, in each run of that; what a statement starts begins
// after the statement does.
func (r *reached) later(body BodyID) bool {
	if body == NoBody || r.seen[body] {
		return false
	}
	r.seen[body] = true
	for i := range r.script.Bodies[body].Stmts {
		s := &r.script.Bodies[body].Stmts[i]
		if r.needs(s) || r.startsLater(s) {
			return true
		}
		if r.passes(s) {
			return false
		}
	}
	return false
}

// needs reports whether a statement logs a line that needs the one.
func (r *reached) needs(s *Stmt) bool {
	text, whole := r.script.whole(s)
	if !whole {
		return false
	}
	earlier, needs := r.order.Needs(text)
	return needs && earlier == r.earlier
}

// whole is what a statement logs, where that has no holes.
func (p *Script) whole(s *Stmt) (text string, ok bool) {
	if s.Verb != VerbLog || s.Text == None {
		return "", false
	}
	parts := p.Texts[s.Text].Parts
	if len(parts) != 1 || parts[0].Hole != HoleNone {
		return "", false
	}
	return parts[0].Text, true
}

// startsLater is later of all that a statement starts.
func (r *reached) startsLater(s *Stmt) bool {
	for _, fn := range functionsOf(s) {
		if r.later(r.script.Functions[fn].Body) {
			return true
		}
	}
	if s.Verb == VerbChain {
		return r.linksLater(s.Links)
	}
	if r.later(s.Do) {
		return true
	}
	if s.Verb == VerbTry && r.surely(s.Do, started) {
		return false
	}
	return r.later(s.Catch) || r.later(s.Finally)
}

// linksLater is later of the links of a chain. Behind a then that logs the line, a
// promise is fulfilled only if that has run to its end.
func (r *reached) linksLater(links []Link) bool {
	fulfilled := false // a promise that is fulfilled here says that the line is logged
	for _, link := range links {
		if !(fulfilled && link.Kind == LinkThen) && r.later(link.Body) {
			return true
		}
		logs := r.surely(link.Body, returned)
		if link.Kind == LinkCatch {
			fulfilled = fulfilled && logs
		} else {
			fulfilled = fulfilled || logs
		}
	}
	return false
}

// passes reports whether the line is logged whenever the statement behind this one
// is reached.
func (r *reached) passes(s *Stmt) bool {
	switch s.Verb {
	case VerbLog:
		text, whole := r.script.whole(s)
		return whole && text == r.earlier
	case VerbRepeat:
		return s.Count > 0 && r.surely(s.Do, finished)
	case VerbTry:
		return r.surely(s.Do, started) || r.surely(s.Finally, finished) ||
			r.surely(s.Do, finished) && (s.Catch == NoBody || r.surely(s.Catch, finished))
	case VerbCall:
		fn := &r.script.Functions[s.Func]
		if fn.Async { // if a limit has it do nothing, another call has begun before
			return !fn.Generator && r.surely(fn.Body, started)
		}
		return !fn.Generator && fn.Limit == 0 && r.surely(fn.Body, returned)
	case VerbAwait: // such a promise settles by itself alone
		if s.Given.Kind != GivenCall {
			return false
		}
		fn := &r.script.Functions[s.Given.Func]
		return !fn.Generator && fn.Limit == 0 && r.surely(fn.Body, returned)
	}
	return false
}

// surely reports whether the line is logged by a point of every run of a body.
func (r *reached) surely(body BodyID, by point) bool {
	if body == NoBody {
		return false
	}
	asked := surely{body, by}
	if known, is := r.sure[asked]; is {
		return known
	}
	r.sure[asked] = false
	r.sure[asked] = r.logs(body, by)
	return r.sure[asked]
}

func (r *reached) logs(body BodyID, by point) bool {
	for i := range r.script.Bodies[body].Stmts {
		s := &r.script.Bodies[body].Stmts[i]
		switch {
		case by == started && s.Verb != VerbLog, by == returned && r.script.returns(s):
			return false
		case r.passes(s):
			return true
		}
	}
	return false
}

// returns reports whether a statement may end its function.
func (p *Script) returns(s *Stmt) bool {
	switch s.Verb {
	case VerbReturn:
		return true
	case VerbRepeat, VerbTry, VerbForAwait:
		for _, body := range bodiesOf(s) {
			for i := range p.Bodies[body].Stmts {
				if p.returns(&p.Bodies[body].Stmts[i]) {
					return true
				}
			}
		}
	}
	return false
}
