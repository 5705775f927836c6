package snapshot

import (
	"slices"

	"evsim/scenario"
	"evsim/scenario/expect"
)

// said is what an entry says, without where.
type said struct {
	kind     expect.Kind
	policies []string // sorted; nil: all
	orders   [][]string
	label    string
	reaches  string
	exit     int // -1: none
	only     []string
}

func says(e *expect.Expectation) said {
	out := said{e.Kind, nil, orders(e), e.Label, e.Reaches, noCode, e.Only}
	if e.Exit.Given() {
		out.exit = e.Exit.Code
	}
	if e.Policies != nil {
		out.policies = slices.Sorted(slices.Values(e.Policies))
	}
	return out
}

func (s said) same(other said) bool {
	return s.kind == other.kind && slices.Equal(s.policies, other.policies) && (s.policies == nil) == (other.policies == nil) &&
		sameSet(s.orders, other.orders) && s.label == other.label && s.reaches == other.reaches && s.exit == other.exit && slices.Equal(s.only, other.only)
}

// verify reads a rewritten file again: it must say what the changes say, and
// for the rest what it said before.
func verify(text []byte, s *scenario.Scenario, changes []Change) error {
	now, diags := scenario.Parse(s.File, text)
	if diags.Failed() || len(now.Cases) != len(s.Cases) || len(now.Rules) != len(s.Rules) ||
		len(now.Script.Bodies) != len(s.Script.Bodies) || len(now.Script.Texts) != len(s.Script.Texts) {
		return errByHand
	}
	if !slices.EqualFunc(wanted(s.Expect, changes, 0), all(now.Expect), said.same) {
		return errByHand
	}
	for i := range s.Cases {
		if !slices.EqualFunc(wanted(s.Cases[i].Expect, changes, i+1), all(now.Cases[i].Expect), said.same) {
			return errByHand
		}
	}
	return nil
}

func all(entries []expect.Expectation) []said {
	out := make([]said, len(entries))
	for i := range entries {
		out[i] = says(&entries[i])
	}
	return out
}

// wanted is what the entries of a world are to say.
func wanted(entries []expect.Expectation, changes []Change, world int) (out []said) {
	find := func(e *expect.Expectation) *Change {
		for i := range changes {
			if changes[i].world == world && changes[i].entry == e {
				return &changes[i]
			}
		}
		return nil
	}
	if c := find(nil); c != nil {
		return c.entries()
	}
	for i := range entries {
		e := &entries[i]
		now := says(e)
		c := find(e)
		if c == nil {
			out = append(out, now)
			continue
		}
		if c.Stay == nil {
			now.orders, now.exit = c.Groups[0].Orders, c.Groups[0].Exit
			if now.kind == expect.Log && len(now.orders) > 1 {
				now.kind = expect.Outcomes
			}
		}
		if c.splits() {
			now.policies = slices.Sorted(slices.Values(c.here()))
		}
		out = append(append(out, now), c.entries()...)
	}
	return out
}

// entries is what the further entries of a change are to say.
func (c *Change) entries() (out []said) {
	kinds := map[string]expect.Kind{"log": expect.Log, "outcomes": expect.Outcomes, "includes": expect.Includes}
	for _, e := range c.further() {
		s := said{kind: kinds[e.key], orders: e.orders, reaches: e.reaches, exit: e.exit}
		if e.policies != nil {
			s.policies = slices.Sorted(slices.Values(e.policies))
		}
		out = append(out, s)
	}
	return out
}
