package js

import (
	"fmt"
	"path"
	"strings"

	"github.com/dop251/goja"

	"evsim/ecma"
	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// dies ends the run with a sentence, and the place of the call that is to blame.
func (m *machine) dies(why string) {
	if at := m.at(m.from()); at.Line > 0 {
		why = fmt.Sprintf("%s (%s)", why, m.shown(at))
	}
	m.rt.Stop(sim.Stop{Reason: sim.Died, Code: 1, Error: why})
	m.stopping()
}

// shown is a place with its file.
func (m *machine) shown(at sim.Pos) string {
	if at.File == "" {
		at.File = m.program.title
	}
	return at.String()
}

// entryOf is what the world says of a file or an address.
func entryOf(table []program.Latency, name string) (program.Latency, bool) {
	for _, entry := range table {
		if entry.Name == name || "/"+strings.TrimPrefix(entry.Name, "./") == path.Clean(name) {
			return entry, true
		}
	}
	return program.Latency{}, false
}

// fsModule is fs.
func (m *machine) fsModule(o *goja.Object) {
	for _, name := range [...]string{"readFile", "stat", "access"} {
		m.method(o, name, 2, func(call goja.FunctionCall) goja.Value {
			done := call.Argument(len(call.Arguments) - 1)
			if len(call.Arguments) == 0 {
				done = goja.Undefined()
			}
			fn, ok := goja.AssertFunction(done)
			if !ok {
				m.throwCoded("TypeError", "ERR_INVALID_ARG_TYPE", "The \"cb\" argument must be of type function. Received "+m.received(done))
			}
			m.fileWork(name, call.Argument(0), func(err goja.Value, result goja.Value) (goja.Value, error) {
				if err != nil {
					return fn(goja.Undefined(), err)
				}
				return fn(goja.Undefined(), goja.Null(), result)
			})
			return goja.Undefined()
		})
	}
	m.method(o, "existsSync", 1, func(call goja.FunctionCall) goja.Value {
		entry, known := entryOf(m.world.Files, call.Argument(0).String())
		return m.vm.ToValue(known && !entry.Missing)
	})
	promises := m.vm.NewObject()
	m.fsPromises(promises)
	_ = o.Set("promises", promises)
}

// fsPromises is fs/promises.
func (m *machine) fsPromises(o *goja.Object) {
	for _, name := range [...]string{"readFile", "stat", "access"} {
		m.method(o, name, 1, func(call goja.FunctionCall) goja.Value {
			id := m.rt.NewPromise()
			m.fileWork(name, call.Argument(0), func(err goja.Value, result goja.Value) (goja.Value, error) {
				if err != nil {
					m.reject(id, err)
				} else {
					m.resolve(id, result)
				}
				return goja.Undefined(), nil
			})
			return m.promiseObject(id)
		})
	}
}

// fileWork starts an operation on a file.
func (m *machine) fileWork(name string, file goja.Value, done func(err, result goja.Value) (goja.Value, error)) {
	text := file.String()
	entry, known := entryOf(m.world.Files, text)
	if !known {
		m.unknownLength(fmt.Sprintf("fs.%s(%q)", name, text), fmt.Sprintf("files: {%s: {latency: 0ms..5ms}}", text))
		return
	}
	op := model.Operation{Kind: model.FileWork, Latency: entry.Latency, Trips: 1}
	if name == "readFile" {
		op.Trips = m.node.ReadFileTrips(entry.Size, entry.Missing)
	}
	label := fmt.Sprintf("%s %s", name, text)
	op.Callback = m.add(callback{kind: kindNative, label: label, from: m.from(), native: func(ecma.Value) (goja.Value, error) {
		if entry.Missing {
			return done(m.missingFile(name, text), nil)
		}
		return done(nil, m.fileResult(name, entry))
	}})
	m.node.Start(op)
}

// missingFile is the error of a file that is not there.
func (m *machine) missingFile(name, text string) goja.Value {
	call := map[string]string{"readFile": "open", "stat": "stat", "access": "access"}[name]
	o := m.newError(m.errorOf("Error"), fmt.Sprintf("ENOENT: no such file or directory, %s '%s'", call, text))
	_ = o.Set("errno", -2)
	_ = o.Set("code", "ENOENT")
	_ = o.Set("syscall", call)
	_ = o.Set("path", text)
	return o
}

// fileResult is what an operation on a file gives: a file's content is nothing
// that a world says, so it is as many zero bytes as the file has, as text.
func (m *machine) fileResult(name string, entry program.Latency) goja.Value {
	switch name {
	case "readFile":
		return m.vm.ToValue(strings.Repeat("\x00", int(min(entry.Size, 1<<20))))
	case "stat":
		o := m.vm.NewObject()
		_ = o.Set("size", entry.Size)
		m.method(o, "isFile", 0, func(goja.FunctionCall) goja.Value { return m.vm.ToValue(true) })
		m.method(o, "isDirectory", 0, func(goja.FunctionCall) goja.Value { return m.vm.ToValue(false) })
		return o
	}
	return goja.Undefined()
}

// evsimModule is what programs import from evsim.
func (m *machine) evsimModule(o *goja.Object) {
	m.method(o, "io", 1, func(call goja.FunctionCall) goja.Value { return m.io(call.Argument(0).String()) })
}

// io is io(name): a wait whose length and outcome the scenario's `network`
// says, by the name.
func (m *machine) io(name string) goja.Value {
	entry, known := entryOf(m.world.Network, name)
	if !known {
		m.unknownLength(fmt.Sprintf("io(%q)", name), fmt.Sprintf("network: {%s: {latency: 1ms..10ms}}", name))
		return goja.Undefined()
	}
	return m.promiseObject(m.wait("io "+name, entry, func(id uint32) {
		if entry.Missing {
			m.reject(id, m.newError(m.errorOf("Error"), name+" failed"))
		} else {
			m.resolve(id, goja.Undefined())
		}
	}))
}

// wait is a promise that something settles which the kernel reports, or which a
// task of the networking source tells.
func (m *machine) wait(label string, entry program.Latency, settle func(id uint32)) uint32 {
	if m.web != nil {
		id := m.web.Fetch(entry.Latency, ecma.Value{}, false)
		derived := m.rt.NewPromise()
		m.rt.Then(id, m.addNative(label, m.from(), func(ecma.Value) { settle(derived) }), ecma.NoCallback)
		return derived
	}
	id := m.rt.NewPromise()
	number := m.add(callback{kind: kindNative, label: label, from: m.from(), native: func(ecma.Value) (goja.Value, error) {
		settle(id)
		return goja.Undefined(), nil
	}})
	m.node.Start(model.Operation{Kind: model.Watched, Latency: entry.Latency, Trips: 1, Callback: number})
	return id
}
