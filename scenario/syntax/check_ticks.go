package syntax

import (
	"evsim/internal/say"
	"evsim/scenario/diagnostic"
	"evsim/scenario/script"
)

// Where what a tick throws leaves process._tickCallback and is caught, every
// release of Node ends the process: by `try`, by the executor of a promise, and
// in an async function. It stands there itself, or in a function that is called
// there.

// synchronousCall is a call of a function that runs at once.
type synchronousCall struct {
	from  script.FuncID // the function in which it stands, plus one; 0: in none
	to    script.FuncID
	tried bool // what it throws is caught
	at    *node
}

// tickCallback notes a _tickCallback, and calls of functions that may have one.
func (c *call) tickCallback() {
	if c.s.Verb == script.VerbTickCallback {
		if c.in.tried {
			c.failAt(c.key, "`_tickCallback` is used where its exceptions are caught", caughtTicks)
		} else if c.in.fn > 0 {
			c.asking = append(c.asking, c.in.fn-1)
		}
	}
	for _, f := range [...]script.FuncID{c.s.Func, c.s.Given.Func} {
		if f != script.None {
			c.calls = append(c.calls, synchronousCall{c.in.fn, f, c.in.tried, c.key})
		}
	}
}

const caughtTicks = "if `try`, an executor or an `async` function catches an exception of a tick, the process ends: Node's stack of asynchronous calls is then corrupt"

// checkTicks finds calls of functions that lead to a _tickCallback.
func (p *parser) checkTicks() {
	if len(p.asking) == 0 {
		return
	}
	callers := make(map[script.FuncID][]script.FuncID)
	for _, c := range p.calls {
		if c.from > 0 {
			callers[c.to] = append(callers[c.to], c.from-1)
		}
	}
	asks := make([]bool, len(p.sc.Script.Functions))
	for todo := p.asking; len(todo) > 0; {
		f := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !asks[f] {
			asks[f] = true
			todo = append(todo, callers[f]...)
		}
	}
	for _, c := range p.calls {
		if c.tried && asks[c.to] {
			p.failAt(c.at, say.Of("this calls %s, which leads to `_tickCallback`, and its exceptions are caught here", diagnostic.Code(p.sc.Script.Functions[c.to].Name)), caughtTicks)
		}
	}
}
