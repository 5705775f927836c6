package js

import (
	"math"

	"github.com/dop251/goja"

	"evsim/clock"
	"evsim/ecma"
	"evsim/model"
)

// longest is the longest wait that code may ask for, as scenarios may.
const longest = 100_000_000 * clock.Second

// scenarioModule is evsim/scenario: what scenarios have and JavaScript has not,
// for those that were exported to run here.
func (m *machine) scenarioModule(o *goja.Object) {
	m.method(o, "busy", 1, m.busy)
	m.method(o, "elapsed", 0, func(goja.FunctionCall) goja.Value { return m.vm.ToValue(int64(m.exactly())) })
	m.method(o, "evaluate", 2, m.evaluate)
	if m.node == nil {
		return
	}
	m.method(o, "receive", 3, func(call goja.FunctionCall) goja.Value {
		op := model.Operation{Kind: model.Watched, Named: true}
		m.takes(&op, call.Argument(0))
		return m.operation("receive", op, call.Argument(1), call.Argument(2))
	})
	m.method(o, "refuse", 2, func(call goja.FunctionCall) goja.Value {
		m.operation("refuse", model.Operation{Kind: model.Refused}, call.Argument(0), call.Argument(1))
		return goja.Undefined()
	})
	m.method(o, "refuseTCP", 2, func(call goja.FunctionCall) goja.Value {
		op := model.Operation{Kind: model.Watched, Named: true, Request: true}
		return m.operation("refuseTCP", op, call.Argument(0), call.Argument(1))
	})
	m.method(o, "work", 4, func(call goja.FunctionCall) goja.Value {
		op := model.Operation{Kind: model.PoolWork}
		if call.Argument(0).String() == "dns" {
			op.Kind = model.SlowWork
		}
		m.takes(&op, call.Argument(1))
		m.operation("work "+call.Argument(0).String(), op, call.Argument(2), call.Argument(3))
		return goja.Undefined()
	})
	m.method(o, "readFile", 3, m.readFileIn)
}

// busy is busy(ms): work that takes so long.
func (m *machine) busy(call goja.FunctionCall) goja.Value {
	m.rt.Spend(clock.Exactly(m.length(call.Argument(0))))
	if m.node != nil {
		m.node.TakeSignals()
	}
	return goja.Undefined()
}

// length is a number of milliseconds as a length, to the nanosecond.
func (m *machine) length(v goja.Value) clock.Span {
	ns := math.Round(v.ToFloat() * float64(clock.Millisecond))
	if !(ns >= 0 && ns <= float64(longest)) {
		panic(m.newError("RangeError", "a length is a number of milliseconds from 0 to 1e11, but this is "+m.brief(v)))
	}
	return clock.Span(ns)
}

// takes gives an operation its length, or 'never'.
func (m *machine) takes(op *model.Operation, v goja.Value) {
	if op.Never = goja.IsString(v) && v.String() == "never"; !op.Never {
		op.Latency = clock.Exactly(m.length(v))
	}
}

// operation starts an operation whose callback is given an error, or nothing.
// It returns what is closed.
func (m *machine) operation(label string, op model.Operation, done, given goja.Value) goja.Value {
	op.Trips, op.Callback, op.Given = 1, m.handler(done, kindGiven, label, m.from()), m.plain(given)
	m.makeThreads(op.Kind)
	ref := saw(m, m.node.Start(op))
	o := m.vm.NewObject()
	m.method(o, "close", 1, func(call goja.FunctionCall) goja.Value {
		m.node.Close(ref, m.handler(call.Argument(0), kindGiven, "close", m.from()))
		return goja.Undefined()
	})
	m.method(o, "ref", 0, func(goja.FunctionCall) goja.Value { m.node.RefIO(ref, true); return goja.Undefined() })
	m.method(o, "unref", 0, func(goja.FunctionCall) goja.Value { m.node.RefIO(ref, false); return goja.Undefined() })
	return o
}

// readFileIn is readFile(name, ms, callback): fs.readFile of a file that takes
// this long.
func (m *machine) readFileIn(call goja.FunctionCall) goja.Value {
	name := call.Argument(0).String()
	entry, _ := m.listed(waitFile, name)
	op := model.Operation{Kind: model.FileWork, Trips: saw(m, m.node.ReadFileTrips(entry.Size, entry.Missing))}
	m.takes(&op, call.Argument(1))
	fn := m.callable("callback", call.Argument(2))
	op.Callback = m.add(callback{kind: kindNative, label: "readFile " + name, from: m.from(), native: func(ecma.Value) (goja.Value, error) {
		if entry.Missing {
			return fn(goja.Undefined(), m.missingFile("readFile", name))
		}
		return fn(goja.Undefined())
	}})
	m.makeThreads(op.Kind)
	m.node.Start(op)
	return goja.Undefined()
}

// evaluate is evaluate(mode, f): f in a context of vm, which has microtasks of
// its own where the mode is afterEvaluate.
func (m *machine) evaluate(call goja.FunctionCall) goja.Value {
	fn := m.callable("callback", call.Argument(1))
	own := m.node != nil && call.Argument(0).String() == "afterEvaluate"
	if own {
		m.node.BeginContext()
	}
	_, err := fn(goja.Undefined())
	if own {
		m.node.EndContext()
	}
	m.rethrow(err)
	return goja.Undefined()
}
