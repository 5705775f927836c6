package answer

import (
	"context"
	"slices"

	"evsim/internal/say"
	"evsim/model"
	"evsim/scenario"
	"evsim/scenario/diagnostic"
	"evsim/scenario/lint"
)

// checking is what check is asked.
type checking struct{ written }

// support says whether a policy has all that a scenario uses.
type support struct {
	Name      string `json:"name"`
	Supported bool   `json:"supported"`
	Lacks     string `json:"lacks"` // the first verb that it does not have
}

// checked is what check answers.
type checked struct {
	Problems []problem `json:"problems"`
	Name     both      `json:"name"`
	Policies []support `json:"policies"`
	Cases    []string  `json:"cases"`
}

// lintPaths is how many paths the linter explores for each world and policy,
// while somebody types.
const lintPaths = 200

// ofTests are the linter's rules on what a test lacks. Here somebody tries
// something out, and looks for themselves.
var ofTests = []string{"unchecked-policy", "idle-case"}

// check says what is wrong with a scenario, and what can be done with it.
func (s *Answerer) check(ctx context.Context, q *checking) (checked, error) {
	sc, problems, err := s.read(q.written, s.Searched)
	if err != nil {
		return checked{}, err
	}
	out := checked{Problems: problems, Policies: []support{}, Cases: []string{}}
	if sc == nil {
		return out, nil
	}
	if !q.code() {
		out.Problems = append(out.Problems, findings(ctx, sc, q.Source)...)
	}
	out.Name = said(sc.Titled())
	for _, p := range model.Policies() {
		one := support{Name: p.Name, Supported: true}
		if need := sc.Lacks(p); need != nil {
			one.Supported, one.Lacks = false, need.Verb
		}
		out.Policies = append(out.Policies, one)
	}
	for _, c := range sc.Cases {
		out.Cases = append(out.Cases, c.Name)
	}
	return out, nil
}

// findings are the linter's, without those on tests.
func findings(ctx context.Context, sc *scenario.Scenario, source string) (out []problem) {
	for _, f := range lint.Check(ctx, sc, []byte(source), lintPaths) {
		if slices.Contains(ofTests, f.Rule) {
			continue
		}
		out = append(out, problemOf(diagnostic.Diagnostic{Pos: f.Pos, Width: 1, Message: say.Of("%s (%s)", f.Message, f.Rule), Hint: f.Fix, Warning: true}))
	}
	return out
}

// about is a policy, for a reader.
type about struct {
	Name     string `json:"name"`
	Versions both   `json:"versions"`
	About    both   `json:"about"`
}

// policies lists every policy.
func (s *Answerer) policies() (any, error) {
	var all []about
	for _, p := range model.Policies() {
		all = append(all, about{p.Name, said(p.Versions), said(p.Title)})
	}
	return all, nil
}
