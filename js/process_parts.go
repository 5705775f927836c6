package js

import (
	"slices"

	"github.com/dop251/goja"

	"evsim/internal/say"
)

// processStreams gives process its streams. What is written to standard output is
// logged, line by line; what is written to standard error is not, as it is not where a
// real Node is observed.
func (m *machine) processStreams(o *goja.Object) {
	for _, one := range []struct {
		name  string
		write func(string)
	}{{"stdout", m.write}, {"stderr", func(string) {}}} {
		stream := m.vm.NewObject()
		m.method(stream, "write", 1, func(call goja.FunctionCall) goja.Value {
			m.endsWritten(call)
			one.write(call.Argument(0).String())
			return m.vm.ToValue(true)
		})
		if m.mentions(one.name) {
			for _, p := range lackingOfStreams {
				p.module = "process." + one.name
				m.endsAt(stream, p)
			}
		}
		_ = o.Set(one.name, stream)
	}
}

// lackingOfStreams is what is left of such a stream.
var lackingOfStreams = [...]part{
	nodePart("", always, "end destroy cork uncork pipe emit on once off addListener removeListener removeAllListeners prependListener prependOnceListener listeners rawListeners listenerCount eventNames setMaxListeners getMaxListeners setDefaultEncoding"),
	nodePart("", always, "fd readable writable destroyed writableLength writableHighWaterMark writableObjectMode").constants(),
}

// endsWritten ends the run where a callback is to be told that something was written:
// when it is depends on what the stream leads to.
func (m *machine) endsWritten(call goja.FunctionCall) {
	for _, v := range call.Arguments {
		if o, ok := v.(*goja.Object); ok && isFunction(o) {
			m.lacks(say.Of("evsim does not have the callback of `%s`", "write"))
		}
	}
}

// longTerm are the names of the lines of releases with long term support, with the
// release of each from which on it has its name.
var longTerm = []struct{ from, name string }{
	{"10.13", "Dubnium"}, {"12.13", "Erbium"}, {"14.15", "Fermium"}, {"16.13", "Gallium"}, {"18.12", "Hydrogen"}, {"20.9", "Iron"}, {"22.11", "Jod"}, {"24.11", "Krypton"},
}

// releaseObject is process.release.
func (m *machine) releaseObject(version string) *goja.Object {
	o, have := m.vm.NewObject(), release(version)
	_ = o.Set("name", "node")
	for _, l := range longTerm {
		if from := release(l.from); have[0] == from[0] && slices.Compare(have, from) >= 0 {
			_ = o.Set("lts", l.name)
		}
	}
	const folder = "https://nodejs.org/download/release/"
	_ = o.Set("sourceUrl", folder+version+"/node-"+version+".tar.gz")
	_ = o.Set("headersUrl", folder+version+"/node-"+version+"-headers.tar.gz")
	return o
}

// nameOfTicks is the method of process that is a checkpoint for which a program asks.
const nameOfTicks = "_tickCallback"

// ticksMethod makes it, and keeps what it made.
func (m *machine) ticksMethod(o *goja.Object) {
	m.named(o, nameOfTicks, 0, m.tickCallback)
	keep := func() {
		if m.process.ticks == nil {
			m.process.ticks = o.Get(nameOfTicks)
		}
	}
	if keep(); m.evaluates {
		m.unnamedYet = append(m.unnamedYet, keep)
	}
}

// leavesScript is what follows the main script. The run ends where Node calls a
// _tickCallback that is not its own: up to Node 11 it calls the property behind a script
// that did not throw, whatever it is by then (lib/internal/modules/cjs/loader.js,
// Module.runMain). It reads it nowhere else.
func (m *machine) leavesScript(threw bool) {
	m.outlives(!threw, false)
	if threw || m.node == nil || m.process.object == nil || m.policy.Node.MainScope || m.rt.Stopped() {
		return
	}
	var found goja.Value
	thrown := m.vm.Try(func() { found = m.process.object.Get(nameOfTicks) })
	if thrown != nil || found != m.process.ticks {
		m.lacks(say.Of("evsim does not have a `process.%s` of the program's own, which Node would call", nameOfTicks))
	}
}
