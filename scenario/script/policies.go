package script

import (
	"evsim/model"
	"evsim/program"
)

// Lacks is the first thing that the scenario uses and the policy does not
// have, or nil.
func (s *Tree) Lacks(policy model.Policy) *program.Need {
	if s.Code != nil {
		if need := s.Code.Lacks(policy); need != nil {
			return need
		}
	}
	for i, need := range s.Needs {
		if !need.In(policy) {
			return &s.Needs[i]
		}
	}
	return nil
}

// RunsOn is the policies that the scenario is meant for: those that it names,
// or else every one that has what its statements need.
func (s *Tree) RunsOn() []model.Policy {
	var out []model.Policy
	for _, p := range model.Policies() {
		if s.Policies == nil && s.Lacks(p) == nil {
			out = append(out, p)
		}
	}
	for _, name := range s.Policies {
		if p, err := model.Lookup(name); err == nil {
			out = append(out, p)
		}
	}
	return out
}
