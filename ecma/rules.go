package ecma

// The rules of docs/rules.md that the language decides by, by id. Each is told
// (CiteRule) where it decides something.
const (
	ruleJobThen       = "job.then"
	ruleJobThenable   = "job.thenable"
	ruleJobNative     = "job.native"
	RuleJobExecutor   = "job.executor" // by who runs the script
	ruleJobHandler    = "job.handler"
	ruleJobFinally    = "job.finally"
	ruleJobCombinator = "job.combinator"
	ruleAwaitNative   = "await.native"
	ruleAwaitWraps    = "await.wraps"
	ruleAwaitSubclass = "await.subclass"
	ruleAwaitValue    = "await.value"

	ruleGeneratorQueue          = "generator.queue"
	ruleGeneratorYield          = "generator.yield"
	ruleGeneratorReturn         = "generator.return"
	ruleGeneratorEndAwaits      = "generator.end-awaits"
	ruleGeneratorEndRethrows    = "generator.end-rethrows"
	ruleGeneratorRequestReturn  = "generator.request-return"
	ruleGeneratorDelegate       = "generator.delegate"
	ruleGeneratorDelegateAwaits = "generator.delegate-awaits"
	ruleGeneratorDelegateThrows = "generator.delegate-throws"
	ruleGeneratorDelegateGoesOn = "generator.delegate-goes-on"
	RuleGeneratorForAwait       = "generator.for-await" // by who runs the script
	ruleGeneratorArray          = "generator.array"
	ruleGeneratorArrayStalls    = "generator.array-stalls"
	ruleGeneratorArrayThrow     = "generator.array-throw"
	ruleGeneratorArrayRethrows  = "generator.array-rethrows"
)

// citeAwait tells the rule of an await.
func (r *Realm) citeAwait(v Value) {
	switch {
	case v.Kind != ValuePromise:
		r.CiteRule(ruleAwaitValue)
	case r.rules.OldAwait:
		r.CiteRule(ruleAwaitWraps)
	default:
		r.CiteRule(ruleAwaitNative)
	}
}
