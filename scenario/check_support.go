package scenario

import (
	"slices"

	"evsim/model"
)

// featureOf is the feature that a verb needs, or that one of the file's own
// Needs names, such as "on: exit". Verbs that every policy has need none.
func (p *parser) featureOf(text string) (feature, bool) {
	if verb, ok := verbsByName[text]; ok {
		return verbTable[verb].needs, true
	}
	for _, e := range events {
		if text == "on: "+e {
			return eventFeature(e), true
		}
	}
	f, ok := otherNeeds[text]
	return f, ok
}

// otherNeeds are the needs of keys.
var otherNeeds = map[string]feature{
	"unref: true": some(model.TimerRefs), "main: esm": some(model.ESM), "users": some(model.DOM), "yield: scheduler": some(model.PostTask),
}

func eventFeature(event string) feature {
	if slices.Index(events, event) >= int(OnError) {
		return some(model.WindowEvents)
	}
	return some(model.Process)
}

// checkSupport holds what the script uses against the policies that the file
// names. A policy of which the file expects that it lacks something is left
// out.
func (p *parser) checkSupport() {
	for _, name := range p.sc.Policies {
		policy, err := p.lookup(name)
		if err != nil || p.expectedToLack(name) {
			continue
		}
		for _, need := range p.needs {
			if need.Verb != "" && !policy.Features.Has(need.Feature) {
				p.report(need.Pos, len(verbWord(need.Verb)), code(need.Verb)+" is not in "+code(name)+", which `policies` names", havingHint(need.Feature))
			}
		}
	}
}

// verbWord is what of a need stands first in the file.
func verbWord(s string) string {
	for i := range s {
		if s[i] == ':' {
			return s[:i]
		}
	}
	return s
}

func havingHint(f model.Feature) string {
	var having []string
	for _, policy := range model.Policies() {
		if policy.Features.Has(f) {
			having = append(having, policy.Name)
		}
	}
	if len(having) == 0 {
		return "no policy has it"
	}
	return "it is in " + listed(having, "and")
}

// expectedToLack reports whether an expectation says `unsupported` of the
// policy.
func (p *parser) expectedToLack(policy string) bool {
	lacks := func(e Expectation) bool {
		return e.Kind == ExpectUnsupported && (e.Policies == nil || slices.Contains(e.Policies, policy))
	}
	return slices.ContainsFunc(p.sc.Expect, lacks) ||
		slices.ContainsFunc(p.sc.Cases, func(c Case) bool { return slices.ContainsFunc(c.Expect, lacks) })
}

// found is what a name of a policy stands for.
type found struct {
	policy model.Policy
	err    error
}

// lookup is model.Lookup, once for each name.
func (p *parser) lookup(name string) (model.Policy, error) {
	f, ok := p.found[name]
	if !ok {
		f.policy, f.err = model.Lookup(name)
		if p.found == nil {
			p.found = make(map[string]found)
		}
		p.found[name] = f
	}
	return f.policy, f.err
}
