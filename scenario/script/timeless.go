package script

import (
	"slices"
	"strings"

	"evsim/scenario/expect"
)

// Timeless gives lines the same text that differ only in times; nil where no
// line tells of time.
func (s *Tree) Timeless() func(line string) string {
	exact, holed := s.Logged()
	timed := slices.DeleteFunc(holed, func(t Text) bool { return !t.timed() })
	if len(timed) == 0 {
		return nil
	}
	return func(line string) string {
		if slices.Contains(exact, line) {
			return line
		}
		for _, t := range timed {
			if t.Matches(line) {
				return t.String()
			}
		}
		return line
	}
}

// timed reports whether a hole may tell a time. What was thrown may.
func (t Text) timed() bool {
	return slices.ContainsFunc(t.Parts, func(p TextPart) bool {
		return p.Hole == HoleNow || p.Hole == HoleMark || p.Hole == HoleFrame || p.Hole == HoleError
	})
}

// String is the text as a file has it, with its holes, all of which are called
// time.
func (t Text) String() string {
	var b strings.Builder
	for _, p := range t.Parts {
		if p.Hole == HoleNone {
			b.WriteString(p.Text)
		} else {
			b.WriteString("${time}")
		}
	}
	return b.String()
}

// Timed reports whether some rule is about the time of a line, so that
// exploring has to tell times apart.
func (s *Tree) Timed() bool {
	return expect.Timed(s.Rules) || slices.ContainsFunc(s.Cases, func(c Case) bool { return expect.Timed(c.Rules) })
}

// TakesNoTime reports whether no statement lets time pass by itself: callbacks take what
// they cost in the world, and nothing else. Of code that is not known.
func (s *Tree) TakesNoTime() bool {
	return s.Code == nil && !slices.ContainsFunc(s.Script.Bodies, func(b Body) bool {
		return slices.ContainsFunc(b.Stmts, func(st Stmt) bool { return st.Verb == VerbBusy })
	})
}
