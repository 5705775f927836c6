package evidence

import (
	"context"
	"fmt"

	"evsim/explore"
	"evsim/internal/observe"
	"evsim/scenario"
)

// State is how the model stands to what a runtime did.
type State uint8

// The states, the best first.
const (
	Agreed    State = iota // under the virtual clock: the same log, the same milliseconds, the same end
	Allowed                // in real time: each log is one of those that are possible
	Undecided              // nothing can be claimed: too much is possible
	Disagreed              // the model does not have it
)

var stateNames = [...]string{"agreed", "legal", "undecided", "disagreed"}

// String is the state in a word.
func (s State) String() string { return stateNames[s] }

// maxPaths is how many paths are explored for a recorded log.
const maxPaths = 20_000

// Held is a record of one version, held against the model.
type Held struct {
	Record
	State State
	Why   string // what the model has instead, or why nothing is claimed
	Stale bool   // the scenario, or how it is exported, has changed since
}

// Hold holds what one version was recorded to do against the policy that stands
// for it now. The error says that the scenario has no such case, or that no
// policy stands for the version.
func (r Record) Hold(ctx context.Context, s *scenario.Scenario) (Held, error) {
	h := Held{Record: r}
	s, err := inCase(s, r.Case)
	if err != nil {
		return h, err
	}
	p, err := PolicyOf(r.Runtime, r.Versions[0])
	if err != nil {
		return h, err
	}
	if need := s.Lacks(p); need != nil {
		return h, fmt.Errorf("%s does not have `%s`", p.Name, need.Verb)
	}
	c := Case{Scenario: s, Policy: p, Paths: maxPaths}
	if r.Mode == Virtual {
		s = Stamped(s)
		c.Scenario = s
		h.holdVirtual(ctx, c)
	} else {
		h.holdReal(ctx, c)
	}
	script, err := Digest(s, r.target())
	h.Stale = err != nil || script != r.Script
	return h, nil
}

func (r Record) target() observe.Target {
	switch {
	case r.Mode == Virtual:
		return observe.VirtualNode
	case r.Runtime == node:
		return observe.Node
	}
	return observe.Browser
}

func inCase(s *scenario.Scenario, name string) (*scenario.Scenario, error) {
	if name == "" {
		return s, nil
	}
	for i := range s.Cases {
		if s.Cases[i].Name == name {
			return In(s, s.Cases[i].World), nil
		}
	}
	return nil, fmt.Errorf("%s: no case %q", s.File, name)
}

func (h *Held) holdVirtual(ctx context.Context, c Case) {
	model := Predict(c.Scenario, c.Policy)
	if model.Equal(h.Logs[0].Outcome()) {
		return
	}
	switch possible, known := Possible(ctx, c.Scenario, c.Policy, h.Logs[0].Outcome()); {
	case possible:
		h.State = Allowed
	case !known:
		h.State, h.Why = Undecided, "too much arrives at the same instants"
	default:
		h.State, h.Why = Disagreed, fmt.Sprintf("the model logs %q", newLog(model, 0).Lines)
	}
}

func (h *Held) holdReal(ctx context.Context, c Case) {
	h.State = Allowed
	for _, l := range h.Logs {
		seen := c.JudgeReal(ctx, l.Outcome())
		switch {
		case seen.Claim == explore.Illegal:
			h.State, h.Why = Disagreed, fmt.Sprintf("line %d of %q cannot stand there", seen.Line+1, l.Lines)
			return
		case seen.Claim == explore.Unclear:
			h.State, h.Why = Undecided, seen.Why.String()
		}
	}
}
