package ecma

import "evsim/sim"

// The rules of docs/rules.md that the language decides by, by id. Each is told
// (CiteRule) where it decides something.
const (
	RuleJobThen       sim.Rule = "job.then"
	RuleJobThenable   sim.Rule = "job.thenable"
	RuleJobNative     sim.Rule = "job.native"
	RuleJobExecutor   sim.Rule = "job.executor" // by who runs the script
	RuleJobHandler    sim.Rule = "job.handler"
	RuleJobFinally    sim.Rule = "job.finally"
	RuleJobCombinator sim.Rule = "job.combinator"
	RuleAwaitNative   sim.Rule = "await.native"
	RuleAwaitWraps    sim.Rule = "await.wraps"
	RuleAwaitSubclass sim.Rule = "await.subclass"
	RuleAwaitValue    sim.Rule = "await.value"

	RuleGeneratorQueue          sim.Rule = "generator.queue"
	RuleGeneratorYield          sim.Rule = "generator.yield"
	RuleGeneratorReturn         sim.Rule = "generator.return"
	RuleGeneratorTailCalls      sim.Rule = "generator.tail-calls" // by who runs the script
	RuleGeneratorEndAwaits      sim.Rule = "generator.end-awaits"
	RuleGeneratorEndRethrows    sim.Rule = "generator.end-rethrows"
	RuleGeneratorRequestReturn  sim.Rule = "generator.request-return"
	RuleGeneratorDelegate       sim.Rule = "generator.delegate"
	RuleGeneratorDelegateAwaits sim.Rule = "generator.delegate-awaits"
	RuleGeneratorDelegateThrows sim.Rule = "generator.delegate-throws"
	RuleGeneratorDelegateGoesOn sim.Rule = "generator.delegate-goes-on"
	RuleGeneratorForAwait       sim.Rule = "generator.for-await" // by who runs the script
	RuleGeneratorArray          sim.Rule = "generator.array"
	RuleGeneratorArrayStalls    sim.Rule = "generator.array-stalls"
	RuleGeneratorArrayThrow     sim.Rule = "generator.array-throw"
	RuleGeneratorArrayRethrows  sim.Rule = "generator.array-rethrows"
	RuleGeneratorContinueCloses sim.Rule = "generator.continue-closes" // by who runs the script
	RuleGeneratorSyncCloses     sim.Rule = "generator.sync-closes"     // by who runs the script
)

// citeAwait tells the rule of an await.
func (r *Realm) citeAwait(v Value) {
	switch {
	case v.Kind != ValuePromise || r.promises.all[v.Ref].refused:
		r.CiteRule(RuleAwaitValue)
	case r.rules.OldAwait:
		r.CiteRule(RuleAwaitWraps)
	default:
		r.CiteRule(RuleAwaitNative)
	}
}
