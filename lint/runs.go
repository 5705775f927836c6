package lint

import (
	"fmt"
	"slices"
	"strings"

	"evsim/explore"
	"evsim/model"
	"evsim/scenario"
)

// place is a world under a policy.
type place struct {
	policy string
	world  *scenario.World
}

// outcome is what can be logged in a place.
type outcome struct {
	lines map[string]bool
	all   bool // nothing else can
}

// in is what can be logged in the world under the policy.
func (l *linter) in(p model.Policy, w *scenario.World) *outcome {
	at := place{p.Name, w}
	if known := l.logged[at]; known != nil {
		return known
	}
	r := explore.Explore(l.ctx, l.Scenario, p, explore.Options{World: w, Paths: l.paths, Memory: maxMemory})
	out := &outcome{lines: map[string]bool{}, all: r.Complete && w.Clock.Skew.Jitter.IsZero()}
	for _, order := range r.Orders {
		for _, line := range order.Log {
			out.lines[line.Text] = true
		}
	}
	l.logged[at] = out
	return out
}

// idleRules finds rules that hold because what they speak of never happens.
func (l *linter) idleRules() {
	var all []*scenario.World
	l.eachWorld(func(w *scenario.World) { all = append(all, w) })
	l.idleAmong(l.Scenario.Rules, nil, all)
	for i := range l.Cases {
		l.idleAmong(l.Cases[i].Rules, l.Scenario.Rules, []*scenario.World{&l.Cases[i].World})
	}
}

// idleAmong looks at rules that hold in the given worlds, beside others.
func (l *linter) idleAmong(rules, beside []scenario.Rule, worlds []*scenario.World) {
	for i := range rules {
		r := &rules[i]
		if first := twin(r, slices.Concat(beside, rules[:i])); first != nil {
			l.report(r.Pos, fmt.Sprintf("this rule stands in line %d already", first.Pos.Line), "delete it")
			continue
		}
		needed := r.B
		switch {
		case r.Kind == scenario.RuleAdjacent:
			needed = r.A
		case r.Kind != scenario.RuleBefore:
			continue
		case r.A == r.B:
			l.report(r.Pos, "no line comes before the first one like it", "check the two names; `"+r.A+" once` may be meant")
			continue
		}
		if l.neverLogged(needed, r.On, worlds) {
			l.report(r.Pos, "nothing can violate this rule: "+code(needed)+" is never logged", "check the names; "+code(needed+" never")+" may be meant")
		}
	}
}

// twin is a rule that says the same for all the policies.
func twin(r *scenario.Rule, among []scenario.Rule) *scenario.Rule {
	for i := range among {
		o := &among[i]
		covers := o.On == nil || r.On != nil && !slices.ContainsFunc(r.On, func(p string) bool { return !slices.Contains(o.On, p) })
		if o.Kind == r.Kind && o.A == r.A && o.B == r.B && o.At == r.At && covers {
			return o
		}
	}
	return nil
}

func (l *linter) neverLogged(line string, on []string, worlds []*scenario.World) bool {
	held := false
	for _, w := range worlds {
		for _, p := range l.policies {
			if on != nil && !slices.Contains(on, p.Name) {
				continue
			}
			held = true
			if out := l.in(p, w); !out.all || out.lines[line] {
				return false
			}
		}
	}
	return held
}

// pinnedRaces opens the start-up of the loop where the file says nothing of it.
func (l *linter) pinnedRaces() {
	free, err := l.Free([]string{"startup"})
	if err != nil {
		panic("lint: " + err.Error())
	}
	l.pinned(free, l.tree, &free.World, l.Expect)
	cases := child(l.tree, "cases")
	for i := range l.Cases {
		l.pinned(free, &cases.Kids[i], &free.Cases[i].World, l.Cases[i].Expect)
	}
}

// pinned looks at one world as it is written, and with its start-up open.
func (l *linter) pinned(free *scenario.Scenario, written *scenario.Piece, open *scenario.World, expect []scenario.Expectation) {
	if child(l.tree, "clock") != nil || child(written, "clock") != nil {
		return // whoever speaks of the clock means it
	}
	for i := range expect {
		e := &expect[i]
		var racing []string
		var other []scenario.Line
		for _, p := range l.policies {
			if l.ctx.Err() != nil {
				return
			}
			if e.Kind != scenario.ExpectLog || p.Node == nil || e.Policies != nil && !slices.Contains(e.Policies, p.Name) {
				continue
			}
			r := explore.Explore(l.ctx, free, p, explore.Options{World: open, Paths: l.paths, Memory: maxMemory})
			for _, order := range r.Orders {
				if !slices.Equal(texts(order.Log), e.Orders[0].Lines) && sameLines(texts(order.Log), e.Orders[0].Lines) {
					racing, other = append(racing, p.Name), order.Log
					break
				}
			}
		}
		if len(racing) > 0 {
			l.report(e.Pos, fmt.Sprintf("only a loop that starts at once logs this order in %s: with a start-up of up to 3 ms it can be %s", strings.Join(racing, ", "), brief(texts(other))),
				"open it with `clock: {startup: 0ms..3ms}` and list the `outcomes`, or write `clock: {startup: 0ms}` to say that it is meant")
		}
	}
}

func texts(log []scenario.Line) []string {
	out := make([]string, len(log))
	for i := range log {
		out[i] = log[i].Text
	}
	return out
}

// sameLines reports whether two logs differ in their order alone: where times
// are logged, a later start changes the lines.
func sameLines(a, b []string) bool {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	return slices.Equal(a, b)
}

// maxBrief is how many lines of a log a message names.
const maxBrief = 8

func brief(lines []string) string {
	if len(lines) > maxBrief {
		lines = append(slices.Clone(lines[:maxBrief]), "...")
	}
	return "[" + strings.Join(lines, ", ") + "]"
}

// child is the value of a key, or nil.
func child(p *scenario.Piece, key string) *scenario.Piece {
	if p == nil || p.Kind != scenario.PieceMapping {
		return nil
	}
	for i := 0; i < len(p.Kids); i += 2 {
		if p.Kids[i].Text == key {
			return &p.Kids[i+1]
		}
	}
	return nil
}
