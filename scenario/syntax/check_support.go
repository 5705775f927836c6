package syntax

import (
	"slices"

	"evsim/internal/say"
	"evsim/model"
	"evsim/program"
	"evsim/scenario/diagnostic"
	"evsim/scenario/expect"
	"evsim/scenario/script"
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
	"unref: true": some(model.TimerRefs), "main: esm": some(model.ESM), "users": some(model.DOM), "users: signal": some(model.Process), "vm: afterEvaluate": some(model.ContextJobs), "yield: scheduler": some(model.PostTask), "hasRef": some(model.HasRef),
}

func eventFeature(event string) feature {
	if slices.Index(events, event) >= int(script.OnError) {
		return some(model.WindowEvents)
	}
	return some(model.Process)
}

// checkSupport holds what the script uses against the policies that the file
// names. A policy of which the file expects that it lacks something is left
// out.
func (p *parser) checkSupport() {
	for _, need := range p.needs {
		var lacking []string
		for _, name := range p.sc.Policies {
			if policy, err := p.lookup(name); need.Verb != "" && err == nil && !need.In(policy) && !p.expectedToLack(name) {
				lacking = append(lacking, name)
			}
		}
		if len(lacking) > 0 {
			p.report(need.Pos, len(verbWord(need.Verb)), say.Of("%s is not in %s, which `policies` names", diagnostic.Code(need.Verb), listed(lacking, "and")), LackHint(need))
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

// instead says what a script can do on a platform that lacks a verb.
var instead = map[string]say.Text{
	"setImmediate":          "in browsers `setTimeout: 0` or `channel` makes a task",
	"nextTick":              "in browsers `queueMicrotask` runs next",
	"readFile":              "in browsers write `fetch`",
	"io":                    "in browsers write `fetch`",
	"fetch":                 "for a request of Node write `io: net`; its own `fetch` is not modelled",
	"send":                  "for a request of Node write `io: net`; it has no XMLHttpRequest",
	"abort":                 "for a request of Node write `io: net`; it has no XMLHttpRequest",
	"transaction":           "Node has no IndexedDB",
	"get":                   "Node has no IndexedDB",
	"requestAnimationFrame": "Node draws no frames",
	"requestIdleCallback":   "write `setTimeout: 0`",
	"queueMicrotask":        "`then: resolved` does the same everywhere",
	"channel":               "the message channels of Node are not modelled: write `setImmediate`",
	"listen":                "the event targets of Node are not modelled: its listeners are called at once, as by `call`",
	"dispatch":              "the event targets of Node are not modelled: its listeners are called at once, as by `call`",
	"observe":               "Node has no document to observe",
	"observeSize":           "Node draws no frames",
	"resize":                "Node draws no frames",
	"postTask":              "write `setTimeout: 0`",
	"yield: scheduler":      "write `await` of a promise that `setTimeout: 0` resolves",
	"exit":                  "a page does not end by itself",
	"users":                 "Node has no page on which users act: send it a signal, such as `{at: 10ms, signal: SIGUSR2}`",
	"users: signal":         "a page is sent no signals",
	"kill":                  "a page is sent no signals",
	"hasRef":                "timers of browsers have no `ref`",
	"_tickCallback":         "a page has no ticks",
	"vm":                    "frames of a page are not modelled",
	"vm: afterEvaluate":     "`node@14.10` to `node@14.21` have it, too; before, contexts share one queue: `vm: shared`",
}

// LackHint says which policies have what another lacks, and what can be
// written in its place.
func LackHint(need program.Need) say.Text {
	var having []string
	for _, policy := range model.Policies() {
		if need.In(policy) {
			having = append(having, policy.Name)
		}
	}
	hint := say.Text("no policy has it")
	if len(having) > 0 {
		hint = say.Of("it is in %s", listed(having, "and"))
	}
	if other := instead[need.Verb]; other != "" {
		hint = say.Of("%s; %s", hint, other)
	}
	return hint
}

// expectedToLack reports whether an expectation says `unsupported` of the
// policy.
func (p *parser) expectedToLack(policy string) bool {
	lacks := func(e expect.Expectation) bool {
		return e.Kind == expect.Unsupported && (e.Policies == nil || slices.Contains(e.Policies, policy))
	}
	return slices.ContainsFunc(p.sc.Expect, lacks) ||
		slices.ContainsFunc(p.sc.Cases, func(c script.Case) bool { return slices.ContainsFunc(c.Expect, lacks) })
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
