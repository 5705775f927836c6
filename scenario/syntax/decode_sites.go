package syntax

import (
	"slices"

	"evsim/internal/say"
	"evsim/model"
	"evsim/scenario/diagnostic"
	"evsim/scenario/script"
)

// context reads the mode of a context of vm.
func (c *call) context() {
	c.s.Kind = c.word(c.arg, "microtask mode", contexts)
	c.named()
	if script.ContextMode(c.s.Kind) == script.ContextAfterEvaluate {
		c.need(some(model.ContextJobs), "vm: "+contexts[script.ContextAfterEvaluate], c.key.pos)
	}
}

// inContext are the verbs that may stand in the body of a context. Everything
// else is a function of the world outside: its callbacks would wait there, and
// their jobs in the context, where nobody would run them.
var inContext = []script.Verb{script.VerbLog, script.VerbBusy, script.VerbThen, script.VerbCatch, script.VerbFinally, script.VerbChain}

// withinContext checks a statement that stands in a context, or in a callback
// there.
func (c *call) withinContext() {
	switch {
	case c.contexts == 0:
	case !slices.Contains(inContext, c.s.Verb):
		c.failAt(c.key, say.Of("%s stands in `vm`", diagnostic.Code(c.spec.name)), "a context has only `log`, `busy`, and `then`, `catch`, `finally` and `chain` of `resolved` and `rejected`")
	case c.s.As != script.None || c.s.Target != script.None:
		c.failAt(c.key, "a name stands in `vm`", "what is made there is not known outside, and the other way round: take `resolved` or `rejected`")
	}
}
