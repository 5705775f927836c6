// Package snapshot keeps what scenarios expect up to date: it finds the entries
// of `expect` that no longer say what happens, and rewrites them in the file.
// Of the file nothing else changes, byte for byte: neither comments nor order,
// quotes or indentation.
//
// Only lists of lines are snapshots: log, outcomes and includes. Rules, and
// that something starves, is unsupported or reaches a limit, are said on
// purpose, and stay.
package snapshot

import (
	"fmt"
	"slices"
	"strings"

	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/scenario/expect"
	"evsim/sim"
)

// Change is an entry of `expect` and what happens instead, or, where a scenario
// expects nothing at all, the entries that would say what happens.
type Change struct {
	At     sim.Pos // of the entry; zero: there is none yet
	Case   string  // "": the scenario itself
	Groups []Group // what happens, by policy
	Stay   []string

	world int                 // 0: the scenario; else a case, from 1
	entry *expect.Expectation // nil: expect is empty, or missing
}

// Group is policies that do the same, and all the orders that they allow.
type Group struct {
	Policies []string
	Orders   [][]string
	Reaches  string // the limit at which the runs end; "": they end by themselves
	Exit     int    // the exit code of all runs; -1: nothing is said of it
}

// noCode stands where nothing is said of the exit code.
const noCode = -1

// Was is the orders that the entry lists.
func (c *Change) Was() [][]string {
	if c.entry == nil {
		return nil
	}
	return orders(c.entry)
}

func orders(e *expect.Expectation) [][]string {
	out := make([][]string, len(e.Orders))
	for i := range e.Orders {
		out[i] = e.Orders[i].Lines
	}
	return out
}

// Left is an entry that does not hold and is no snapshot of what happens.
type Left struct {
	At     sim.Pos
	Case   string
	Policy string
	Why    string
}

// Limits of what is written into a file by itself.
const (
	maxOrders = 64
	maxLines  = 1000
)

// Find compares the lists of every entry with what happens under the policies
// that only chooses. A scenario without any expectation or rule expects what
// happens now.
func Find(s *scenario.Scenario, only func(policy string) bool, run program.Runner) ([]Change, []Left) {
	f := finder{s: s, only: only, run: remembered(run)}
	failed := make(map[check]bool)
	var policies []model.Policy
	for _, p := range s.RunsOn() {
		if s.Lacks(p) == nil {
			policies = append(policies, p)
		}
	}
	for _, c := range s.Verify(policies, f.run) {
		if v, _ := c.Result(); v == program.Violated {
			failed[check{c.Case, c.Pos, c.Policy}] = true
		}
	}
	f.policies, f.failed = policies, failed
	f.world(0, "", &s.World, s.Expect)
	for i := range s.Cases {
		c := &s.Cases[i]
		f.world(i+1, c.Name, &c.World, c.Expect)
	}
	f.fill()
	return f.changes, f.left
}

// check names an entry of `expect` under a policy.
type check struct {
	name   string // of the case
	at     sim.Pos
	policy string
}

type finder struct {
	s        *scenario.Scenario
	only     func(string) bool
	run      program.Runner
	policies []model.Policy // that have all that the scenario uses
	failed   map[check]bool
	changes  []Change
	left     []Left
}

// remembered makes the runs of a world under a policy once.
func remembered(run program.Runner) program.Runner {
	type key struct {
		policy string
		world  *program.World
		times  bool
		only   string
	}
	known := make(map[key]program.Runs)
	return func(q program.Question) program.Runs {
		asked := key{q.Policy.Name, q.World, q.Times, fmt.Sprintf("%q", q.Only)}
		runs, ok := known[asked]
		if !ok {
			q.Enough, q.Watched = nil, false // an update wants all of them
			runs = run(q)
			known[asked] = runs
		}
		return runs
	}
}

// world looks at the entries of one world.
func (f *finder) world(n int, name string, w *program.World, expect []expect.Expectation) {
	for i := range expect {
		e := &expect[i]
		if e.Orders == nil {
			continue
		}
		c := Change{At: e.Pos, Case: name, world: n, entry: e}
		for _, p := range f.policies {
			switch {
			case e.Policies != nil && !slices.Contains(e.Policies, p.Name):
			case !f.failed[check{name, e.Pos, p.Name}] || !f.only(p.Name):
				c.Stay = append(c.Stay, p.Name)
			default:
				f.add(&c, f.s.In(p, w), e.Reaches)
			}
		}
		if len(c.Groups) > 0 {
			f.changes = append(f.changes, c)
		}
	}
}

// add puts a policy into the group of those that do the same.
func (f *finder) add(c *Change, s program.Setting, reaches string) {
	p := s.Policy
	g, why := f.outcome(s, c.entry, reaches)
	if why != "" {
		c.Stay = append(c.Stay, p.Name)
		f.left = append(f.left, Left{c.At, c.Case, p.Name, why})
		return
	}
	for i := range c.Groups {
		if c.Groups[i].same(g) {
			c.Groups[i].Policies = append(c.Groups[i].Policies, p.Name)
			return
		}
	}
	g.Policies = []string{p.Name}
	c.Groups = append(c.Groups, g)
}

func (g *Group) same(other Group) bool {
	return g.Reaches == other.Reaches && g.Exit == other.Exit && sameSet(g.Orders, other.Orders)
}

func sameSet(a, b [][]string) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(order []string) bool { return !has(b, order) })
}

func has(set [][]string, order []string) bool {
	return slices.ContainsFunc(set, func(o []string) bool { return slices.Equal(o, order) })
}

// outcome is what happens in a setting, or why that is nothing to
// be written into an entry.
func (f *finder) outcome(s program.Setting, e *expect.Expectation, reaches string) (g Group, why string) {
	if e != nil && e.Only != nil {
		return g, "it speaks of some lines only: write its orders by hand"
	}
	runs := f.run(program.Question{Setting: s, Times: f.s.Timed()})
	if len(runs.List) == 0 {
		return g, fmt.Sprintf("no order was found: %s", runs.Why)
	}
	for _, o := range runs.List {
		ended := ""
		if o.Stop.Reason.Limit() {
			ended = o.Stop.Reason.String()
		}
		switch {
		case e == nil && (g.Reaches == ended || len(g.Orders) == 0):
			g.Reaches = ended
		case ended != reaches:
			return g, "not every run ends at the limit that the entry names: write `reaches` by hand"
		}
		lines := make([]string, len(o.Log))
		for i := range o.Log {
			lines[i] = o.Log[i].Text
		}
		if !has(g.Orders, lines) {
			g.Orders = append(g.Orders, lines)
		}
		switch {
		case len(g.Orders) > maxOrders:
			return g, fmt.Sprintf("more than %d orders are possible: write `includes` or rules by hand", maxOrders)
		case len(lines) > maxLines:
			return g, fmt.Sprintf("more than %d lines are logged: write rules by hand", maxLines)
		}
	}
	if g.Exit = exitCode(runs.List); e != nil && e.Exit.Given() {
		if g.Exit == noCode {
			return g, "not every run ends with the same exit code: write rules by hand"
		}
	} else if e != nil || g.Exit == 0 {
		g.Exit = noCode // nothing is said of it, as of the usual code
	}
	if !runs.Complete && len(g.Orders) > 1 && (e == nil || e.Kind != expect.Includes) {
		return g, "not every order was found: write `includes` or rules by hand"
	}
	if e != nil && e.Kind == expect.Includes {
		g.Orders = included(orders(e), g.Orders)
	}
	return g, ""
}

// exitCode is the code with which all of some runs end.
func exitCode(runs []*program.Observed) int {
	for _, o := range runs {
		if o.Stop.Reason.Endless() || o.Stop.Code != runs[0].Stop.Code {
			return noCode
		}
	}
	return runs[0].Stop.Code
}

// included is those of some orders that are possible, or, if none is, the first
// that is.
func included(listed, possible [][]string) (out [][]string) {
	for _, order := range listed {
		if has(possible, order) {
			out = append(out, order)
		}
	}
	if out == nil {
		return possible[:1]
	}
	return out
}

// fill makes entries for a scenario that expects nothing.
func (f *finder) fill() {
	s := f.s
	empty := len(s.Expect) == 0 && len(s.Rules) == 0
	for i := range s.Cases {
		c := &s.Cases[i]
		if c.Listed.Value != (sim.Pos{}) && len(c.Expect) == 0 {
			f.fillWorld(i+1, c.Name, &c.World)
		}
		empty = empty && len(c.Expect) == 0 && len(c.Rules) == 0
	}
	if empty || s.Listed.Value != (sim.Pos{}) && len(s.Expect) == 0 {
		f.fillWorld(0, "", &s.World)
	}
}

func (f *finder) fillWorld(n int, name string, w *program.World) {
	c := Change{Case: name, world: n}
	for _, p := range f.policies {
		if f.only(p.Name) {
			f.add(&c, f.s.In(p, w), "")
		} else {
			c.Stay = append(c.Stay, p.Name)
		}
	}
	if len(c.Groups) > 0 {
		f.changes = append(f.changes, c)
	}
}

// String says in one line which entry changes, and for whom.
func (c *Change) String() string {
	what := "expect"
	if c.entry != nil {
		what = c.entry.String()
	}
	if c.Case != "" {
		what += fmt.Sprintf(" (case %q)", c.Case)
	}
	var who []string
	for _, g := range c.Groups {
		who = append(who, g.Policies...)
	}
	return what + ": " + strings.Join(who, ", ")
}
