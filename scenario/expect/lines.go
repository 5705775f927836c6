package expect

import (
	"slices"

	"evsim/internal/say"
	"evsim/internal/suggest"
	"evsim/program"
	"evsim/scenario/diagnostic"
)

// NeverLogged says of a line that no statement logs it.
func NeverLogged(line string) say.Text {
	return say.Of("%s is never logged: no statement logs it", diagnostic.Code(line))
}

// tellUnlogged adds to failures that a line which was expected cannot come: no
// statement logs it. A failure points at one order, so the first such line of it
// that is not there is enough.
func (v *verifier) tellUnlogged(asked []question) {
	lined, ok := v.Program.(program.Lined)
	if !ok {
		return
	}
	for i := range asked {
		_, f := asked[i].Result()
		if f == nil || len(f.Want) == 0 {
			continue
		}
		rest := f.Want[commonPrefix(f.Want, f.Got):]
		at := slices.IndexFunc(rest, func(line string) bool { return !v.logs(lined, line) })
		if at < 0 {
			continue
		}
		told := *f // others may have the same failure
		told.Message = say.Of("%s; %s", told.Message, NeverLogged(rest[at]))
		if near := suggest.Nearest(rest[at], lined.Lines()); near != "" {
			told.Message = say.Of("%s; did you mean %s?", told.Message, diagnostic.Code(near))
		}
		asked[i].Check = asked[i].With(&told, "")
	}
}

// logs reports whether some statement logs a line. Many checks may want one.
func (v *verifier) logs(p program.Lined, line string) bool {
	can, known := v.lines[line]
	if !known {
		if v.lines == nil {
			v.lines = make(map[string]bool)
		}
		can = p.Logs(line)
		v.lines[line] = can
	}
	return can
}

// absent says that a rule wants a line which a run does not log; "": it logs
// all that the rule wants.
func (r *Rule) absent(log []program.Line) (line string) {
	has := func(text string) bool {
		return slices.ContainsFunc(log, func(l program.Line) bool { return l.Text == text })
	}
	wants := r.Kind == Once || r.Kind == At || r.Kind == Before && has(r.B)
	if wants && r.Each == "" && !has(r.A) {
		return r.A
	}
	return ""
}
