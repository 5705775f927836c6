// Package cover says which rules of order scenarios exercise: of the rows of
// docs/rules.md that hold for a policy, those that decided something in a run
// under it.
package cover

import (
	"slices"

	"evsim/clock"
	"evsim/docs"
	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// Set is rules by id.
type Set map[sim.Rule]bool

// Of is the rules that a scenario exercises under a policy, which must have
// what it needs: in its own world and in those of its cases, with low ends, and
// where a world leaves something open in some runs that draw it. The runs have the
// options given; whole is false if they ended one.
func Of(s program.Program, p model.Policy, o program.Options) (set Set, whole bool) {
	set = make(Set)
	o.OnRule = func(rule sim.Rule) { set[rule] = true }
	for _, w := range s.Worlds() {
		if !drawn(program.Setting{Program: s, Policy: p, World: w}, o) {
			return set, false
		}
	}
	return set, true
}

// draws is how many runs draw what is open.
const draws = 16

func drawn(s program.Setting, o program.Options) (whole bool) {
	if ended(s.Run(o)) {
		return false
	}
	for seed := uint64(1); seed <= draws; seed++ {
		sampler := clock.NewSampler(seed)
		o.Seed, o.Oracle = seed, sampler
		if ended(s.Run(o)) {
			return false
		}
		if !sampler.Drew {
			break
		}
	}
	return true
}

// ended reports whether who made a run ended it.
func ended(stop sim.Stop) bool { return stop.Reason == sim.Abandoned && stop.Error == "" }

// Coverage is which rules are exercised under each policy, and by what.
type Coverage struct {
	rules    []docs.Rule
	policies []Policy
}

// Policy is the rules that hold for a policy.
type Policy struct {
	Name    string
	By      map[string]string // by id: the file that exercised the rule first
	browser bool
	family  string             // the policy that rows name: for a release that differs from it, that
	differs []model.Difference // and in what
}

// New is the coverage of nothing, for some policies.
func New(policies []model.Policy) *Coverage {
	c := &Coverage{rules: slices.DeleteFunc(docs.Rules(), docs.Rule.Question)}
	for _, p := range policies {
		c.policies = append(c.policies, Policy{p.Name, make(map[string]string), p.Web != nil, p.Family(), p.Differs})
	}
	return c
}

// Add counts what a file exercises under a policy.
func (c *Coverage) Add(file, policy string, set Set) {
	at := slices.IndexFunc(c.policies, func(p Policy) bool { return p.Name == policy })
	if at < 0 {
		return
	}
	for _, r := range c.rules {
		if set[sim.Rule(r.ID)] && c.policies[at].holds(r) && c.policies[at].By[r.ID] == "" {
			c.policies[at].By[r.ID] = file
		}
	}
}

// holds reports whether a rule holds for the policy. A release has what its
// policy has, but for what it is known to have otherwise.
func (p *Policy) holds(r docs.Rule) bool {
	holds := r.For(p.family, p.browser)
	for _, d := range p.differs {
		if d.Rule == sim.Rule(r.ID) && !d.Varies {
			return !holds
		}
	}
	return holds
}

// Count is how many rules hold for a policy, or for all of them together when
// it is "", and how many of these are exercised.
func (c *Coverage) Count(policy string) (exercised, all int) {
	for i := range c.policies {
		p := &c.policies[i]
		if policy != "" && policy != p.Name {
			continue
		}
		exercised += len(p.By)
		for _, r := range c.rules {
			if p.holds(r) {
				all++
			}
		}
	}
	return exercised, all
}

// Percent is how much is exercised of all that holds, rounded down to a tenth.
func (c *Coverage) Percent() float64 {
	exercised, all := c.Count("")
	if all == 0 {
		return 100
	}
	return float64(1000*exercised/all) / 10
}

// Missing is the rules that nothing exercises under some policy, in the order
// of docs/rules.md, and the policies of each.
func (c *Coverage) Missing() []Gap {
	var out []Gap
	for _, r := range c.rules {
		gap := Gap{Rule: r}
		for i := range c.policies {
			if p := &c.policies[i]; p.holds(r) && p.By[r.ID] == "" {
				gap.Policies = append(gap.Policies, p.Name)
			}
		}
		if gap.Policies != nil {
			out = append(out, gap)
		}
	}
	return out
}

// Gap is a rule that nothing exercises under some policies.
type Gap struct {
	Rule     docs.Rule
	Policies []string
}

// IDs is the ids of all rules, in the order of docs/rules.md.
func (c *Coverage) IDs() []string {
	ids := make([]string, len(c.rules))
	for i := range c.rules {
		ids[i] = c.rules[i].ID
	}
	return ids
}
