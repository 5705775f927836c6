package js

import (
	"fmt"

	"github.com/dop251/goja"
)

// firefoxName is the policy whose errors have words of their own.
const firefoxName = "firefox"

// pageCall names a function of a page, as errors about its arguments name it.
type pageCall struct{ of, name string }

func windowFunction(name string) pageCall { return pageCall{"Window", name} }

// refusal is how an error of a page begins that tells of a call (Web IDL leaves the words
// to the browser).
func (m *machine) refusal(c pageCall) string {
	if m.policy.Name == firefoxName {
		return c.of + "." + c.name + ": "
	}
	return "Failed to execute '" + c.name + "' on '" + c.of + "': "
}

// few throws where a function of a page is given fewer arguments than it has to be.
func (m *machine) few(call goja.FunctionCall, c pageCall, need int) {
	given, plural := len(call.Arguments), ""
	if given >= need {
		return
	}
	if need > 1 {
		plural = "s"
	}
	text := fmt.Sprintf("%d argument%s required, but only %d present.", need, plural, given)
	if m.policy.Name == firefoxName {
		text = fmt.Sprintf("At least %d argument%s required, but only %d passed", need, plural, given)
	}
	panic(m.newError("TypeError", m.refusal(c)+text))
}

// pageCallback is the first argument of a function of a page, which has to be a function.
func (m *machine) pageCallback(call goja.FunctionCall, c pageCall) goja.Callable {
	m.few(call, c, 1)
	fn, ok := goja.AssertFunction(call.Argument(0))
	if ok {
		return fn
	}
	text := "parameter 1 is not of type 'Function'."
	if _, isObject := call.Argument(0).(*goja.Object); m.policy.Name == firefoxName && isObject {
		text = "Argument 1 is not callable."
	} else if m.policy.Name == firefoxName {
		text = "Argument 1 is not an object."
	}
	panic(m.newError("TypeError", m.refusal(c)+text))
}

// rejecting makes of what a function throws the rejection of a promise, as Web IDL has it
// for functions that return promises.
func (m *machine) rejecting(f func(goja.FunctionCall) goja.Value) func(goja.FunctionCall) goja.Value {
	return func(call goja.FunctionCall) (out goja.Value) {
		if thrown, threw := m.try(func() { out = f(call) }); threw {
			return m.promiseObject(saw(m, m.rt.NewSettled(m.plain(thrown), true)))
		}
		return out
	}
}
