package report

import (
	"fmt"
	"strings"

	"evsim/internal/say"
	"evsim/program"
	"evsim/sim"
)

// Failure is how the check is violated; nil when it is not, which is no proof.
func (c *Check) Failure() *program.Failure {
	_, f := c.Result()
	return f
}

// unproved reports whether nothing is known against the check, and nothing is
// proved either.
func (c *Check) unproved() bool {
	v, _ := c.Result()
	return v == program.Unproved
}

// headline is what is wrong with a check, in one line.
func headline(c *Check, l *say.Language) string {
	if f := c.Failure(); f != nil {
		return l.Sayf("%s%s: %s", Shown(c.What), inCase(c), Shown(l.Say(f.Message)))
	}
	return l.Sayf("%s%s: not proved: %s", Shown(c.What), inCase(c), Shown(l.Say(c.Why)))
}

// at is the place that a headline is about.
func (c *Check) at() sim.Pos {
	if f := c.Failure(); f != nil {
		return f.At
	}
	return c.Pos
}

// mark tells checks apart that came to something different; "": it is proved.
// The commands that show a run differ from policy to policy, and do not count.
func (c *Check) mark() string {
	v, f := c.Result()
	switch v {
	case program.Proved:
		return ""
	case program.Unproved:
		return fmt.Sprintf("%q %q %v %q", c.What, c.Case, c.Pos, c.Why)
	}
	return fmt.Sprintf("%q %q %v %q %v %v %q %q", c.What, c.Case, c.Pos, f.Message, f.At, f.Logged, f.Want, texts(f.Got))
}

// mark tells tests apart that came to something different.
func (t *Test) mark() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v %d", t.Verdict(), len(t.Checks))
	for i := range t.Checks {
		if mark := t.Checks[i].mark(); mark != "" {
			fmt.Fprintf(&b, " %d %s", i, mark)
		}
	}
	return b.String()
}

// group is what is the same under several policies.
type group[T any] struct {
	what     *T // under the first of them
	policies []string
}

// names are the group's policies, as a reader takes them.
func (g *group[T]) names() string { return strings.Join(g.policies, ", ") }

// groups puts together what has the same mark, in the order of the first of
// each. What has none is left out.
type groups[T any] struct {
	list []*group[T]
	by   map[string]*group[T]
}

func (g *groups[T]) add(mark, policy string, what *T) {
	if mark == "" {
		return
	}
	if known := g.by[mark]; known != nil {
		known.policies = append(known.policies, policy)
		return
	}
	if g.by == nil {
		g.by = make(map[string]*group[T])
	}
	added := &group[T]{what, []string{policy}}
	g.by[mark], g.list = added, append(g.list, added)
}

// tests are the file's tests: each that passed by itself, and of the others
// those together that came to the same.
func (f *File) tests() []*group[Test] {
	var all groups[Test]
	for i := range f.Tests {
		t := &f.Tests[i]
		mark := t.mark()
		if t.Verdict() == Passed {
			mark = fmt.Sprint(i)
		}
		all.add(mark, t.Policy, t)
	}
	return all.list
}

// checks are those of all the file's tests that are not proved, those together
// that came to the same.
func (f *File) checks() []*group[Check] {
	var all groups[Check]
	for i := range f.Tests {
		for k := range f.Tests[i].Checks {
			c := &f.Tests[i].Checks[k]
			all.add(c.mark(), f.Tests[i].Policy, c)
		}
	}
	return all.list
}
