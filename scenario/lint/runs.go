package lint

import (
	"slices"
	"strings"

	"evsim/explore"
	"evsim/internal/say"
	"evsim/program"
	"evsim/scenario/expect"
	"evsim/sim"
)

// place is a world under a policy.
type place struct {
	policy string
	world  *program.World
}

// outcome is what can be logged in a place.
type outcome struct {
	lines map[string]bool
	all   bool // nothing else can
}

// in is what can be logged in a setting.
func (l *linter) in(s program.Setting) *outcome {
	at := place{s.Policy.Name, s.World}
	if known := l.logged[at]; known != nil {
		return known
	}
	r := explore.Explore(l.ctx, s, explore.Options{Paths: l.paths, Memory: maxMemory})
	out := &outcome{lines: map[string]bool{}, all: r.Complete && s.World.Clock.Skew.Jitter.IsZero()}
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
	var all []*program.World
	l.eachWorld(func(w *program.World) { all = append(all, w) })
	l.idleAmong(l.Scenario.Rules, nil, all)
	for i := range l.Cases {
		l.idleAmong(l.Cases[i].Rules, l.Scenario.Rules, []*program.World{&l.Cases[i].World})
	}
}

// idleAmong looks at rules that hold in the given worlds, beside others.
func (l *linter) idleAmong(rules, beside []expect.Rule, worlds []*program.World) {
	for i := range rules {
		r := &rules[i]
		if first := twin(r, slices.Concat(beside, rules[:i])); first != nil {
			l.report(r.Pos, say.Of("this rule stands in line %d already", first.Pos.Line), "delete it")
			continue
		}
		if r.Kind == expect.Before && r.A == r.B {
			l.report(r.Pos, "no line comes before the first one like it", say.Of("check the two names; `%s once` may be meant", r.A))
			continue
		}
		for _, needed := range neededBy(r) {
			if l.neverLogged(needed, r.On, worlds) {
				l.report(r.Pos, say.Of("nothing can violate this rule: %s is never logged", code(needed)), say.Of("check the names; %s may be meant", code(needed+" never")))
				break
			}
		}
	}
}

// neededBy is the lines without any of which nothing can violate a rule. A line
// with a number in it is not one that is looked for.
func neededBy(r *expect.Rule) []string {
	if r.Each != "" {
		return nil
	}
	switch r.Kind {
	case expect.Before:
		return []string{r.B}
	case expect.Adjacent, expect.Within:
		return []string{r.A}
	case expect.AtMost:
		if !strings.Contains(r.A, "${") {
			return []string{r.A}
		}
	case expect.NeverAfter:
		return []string{r.A, r.B}
	}
	return nil
}

// twin is a rule that says the same for all the policies.
func twin(r *expect.Rule, among []expect.Rule) *expect.Rule {
	for i := range among {
		o := &among[i]
		covers := o.On == nil || r.On != nil && !slices.ContainsFunc(r.On, func(p string) bool { return !slices.Contains(o.On, p) })
		if o.Kind == r.Kind && o.A == r.A && o.B == r.B && o.At == r.At && o.Most == r.Most && o.Each == r.Each && slices.Equal(o.More, r.More) && covers {
			return o
		}
	}
	return nil
}

func (l *linter) neverLogged(line string, on []string, worlds []*program.World) bool {
	held := false
	for _, w := range worlds {
		for _, p := range l.policies {
			if on != nil && !slices.Contains(on, p.Name) {
				continue
			}
			held = true
			if out := l.in(l.In(p, w)); !out.all || out.lines[line] {
				return false
			}
		}
	}
	return held
}

// pinnedRaces finds what is proved only because the file leaves out the start-up
// of the loop, or its phase: both are then taken to be nothing.
func (l *linter) pinnedRaces() {
	type place struct {
		at   sim.Pos
		name string // of the case
	}
	var order []place
	pinned := make(map[place][]program.Check) // under each policy
	runs := explore.Runs(l.ctx, explore.Options{Paths: l.paths, Memory: maxMemory})
	for i := range l.policies { // one by one, since a file may have thousands of expectations
		if l.ctx.Err() != nil {
			break
		}
		for _, c := range l.Verify(l.policies[i:i+1], runs) {
			if c.Other == nil || l.ctx.Err() != nil {
				continue
			}
			at := place{c.Pos, c.Case}
			if pinned[at] == nil {
				order = append(order, at)
			}
			pinned[at] = append(pinned[at], c)
		}
	}
	for _, at := range order {
		list := pinned[at]
		policies := make([]string, len(list))
		for i := range list {
			policies[i] = list[i].Policy
		}
		in := say.Text("")
		if at.name != "" {
			in = say.Of(" in the case %q", at.name)
		}
		l.report(at.at, say.Of("this is not proved%s for %s: %s", in, strings.Join(policies, ", "), list[0].Why),
			say.Of("give `clock.%s`: a range, such as `0ms..3ms` for a start-up, or `0ms` to say that it is meant", strings.Join(list[0].Assumed, "` and `clock.")))
	}
}
