package js

import (
	"github.com/dop251/goja"

	"evsim/clock"
	"evsim/model"
)

// requestHost is what XMLHttpRequest, which is written in JavaScript, asks of the loop.
// give puts a function there.
func (m *machine) requestHost(give func(name string, f func(goja.FunctionCall) any)) {
	target := func(call goja.FunctionCall) uint32 { return uint32(call.Argument(0).ToInteger()) }
	give("hearsRequest", func(call goja.FunctionCall) any {
		event := call.Argument(1).ToInteger()
		fn, _ := goja.AssertFunction(call.Argument(2))
		m.web.Listen(target(call), uint32(event), m.add(callback{kind: kindPlain, repeat: true, fn: fn, label: model.RequestEvents()[event], from: m.from()}))
		return nil
	})
	give("readyState", func(call goja.FunctionCall) any { return int(saw(m, m.web.ReadyState(target(call)))) })
	give("openRequest", func(call goja.FunctionCall) any {
		m.web.Open(target(call))
		return nil
	})
	give("abortRequest", func(call goja.FunctionCall) any {
		m.web.Abort(target(call))
		return nil
	})
	give("sendRequest", func(call goja.FunctionCall) any {
		url := call.Argument(1).String()
		entry, known := m.entryOf(waitNetwork, url, "XMLHttpRequest to "+quoted(url))
		if !known {
			return false
		}
		if fn, ok := goja.AssertFunction(call.Argument(3)); ok && entry.Missing {
			_, err := fn(goja.Undefined())
			m.rethrow(err)
		}
		timeout := clock.Span(call.Argument(2).ToFloat() * float64(clock.Millisecond))
		return m.sawWhether(m.web.SendOpened(model.Request{Target: target(call), Latency: entry.Latency, Fails: entry.Missing, Timeout: timeout}))
	})
}
