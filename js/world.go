package js

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"evsim/ecma"
	"evsim/internal/say"
	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// shown is a place with its file.
func (m *machine) shown(at sim.Pos) string {
	if at.File == "" {
		at.File = m.program.title
	}
	return at.String()
}

// kinds of waits, as the world's tables are called.
const (
	waitFile    = "files"
	waitNetwork = "network"
	waitIO      = "io"
)

// listed is the entry that the world has for a file, an address or a wait. The
// program lies in the folder /, which the names of files start from.
func (m *machine) listed(kind, name string) (entry program.Latency, known bool) {
	table := m.world.IO
	switch kind {
	case waitFile:
		table = m.world.Files
	case waitNetwork:
		table = m.world.Network
	}
	for i := range table {
		if table[i].Name == name {
			return table[i], true
		}
		if kind == waitFile && !known && "/"+strings.TrimPrefix(table[i].Name, "./") == path.Clean(name) {
			entry, known = table[i], true
		}
	}
	return entry, known
}

// fileExists reports whether the world has a file; it takes no time.
func (m *machine) fileExists(name string) bool {
	entry, known := m.listed(waitFile, name)
	return known && !entry.Missing
}

// entryOf is what the world says of a file, an address or a wait. Where it says
// nothing, the run ends with the line to add, unless every such wait has a length.
func (m *machine) entryOf(kind, name, call string) (program.Latency, bool) {
	if entry, known := m.listed(kind, name); known {
		return entry, true
	}
	if m.unlisted != nil {
		m.unlisted(kind, name)
	}
	if m.world.Other.High > 0 {
		return program.Latency{Name: name, Latency: m.world.Other}, true
	}
	m.lacks(say.Of("%s takes an unknown time: add to the scenario `%s: {%s: {latency: %s}}`, or give --unknown latency", call, kind, yamlKey(name), usual[kind]))
	return program.Latency{}, false
}

// usual is a length as an entry may have it.
var usual = map[string]string{waitFile: "0ms..5ms", waitNetwork: "10ms..100ms", waitIO: "1ms..10ms"}

// yamlKey is a name as a key between braces.
func yamlKey(name string) string {
	if plainEntry().MatchString(name) {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", "''") + "'"
}

var plainEntry = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(https?://)?[A-Za-z_./][A-Za-z0-9_./-]*$`) })

// fsModule is fs.
func (m *machine) fsModule(o *goja.Object) {
	for _, name := range [...]string{"readFile", "stat", "access"} {
		m.method(o, name, 2, func(call goja.FunctionCall) goja.Value {
			done := call.Argument(2)
			if o, ok := call.Argument(1).(*goja.Object); ok && isFunction(o) || name == "readFile" && !done.ToBoolean() {
				done = call.Argument(1)
			}
			fn := m.calledBack("cb", done)
			if m.pathOf(call.Argument(0), name == "readFile"); m.lacksFileOption(name, call.Argument(1)) {
				return goja.Undefined()
			}
			m.fileWork(name, call.Argument(0), m.node.ReadFileTrips, func(err goja.Value, result goja.Value) (goja.Value, error) {
				if err != nil {
					return fn(goja.Undefined(), err)
				}
				return fn(goja.Undefined(), goja.Null(), result)
			})
			return goja.Undefined()
		})
	}
	m.method(o, "existsSync", 1, func(call goja.FunctionCall) goja.Value {
		return m.vm.ToValue(m.fileExists(call.Argument(0).String()))
	})
	promises := m.vm.NewObject()
	m.fsPromises(promises)
	m.promisesOf(o, "fs", promises)
}

// fsPromises is fs/promises.
func (m *machine) fsPromises(o *goja.Object) {
	for _, name := range [...]string{"readFile", "stat", "access"} {
		m.method(o, name, 1, func(call goja.FunctionCall) goja.Value {
			id := saw(m, m.rt.NewPromise())
			if thrown, threw := m.try(func() { m.pathOf(call.Argument(0), false) }); threw {
				m.refuseFile(name, id, thrown)
				return m.promiseObject(id)
			}
			if m.lacksFileOption(name, call.Argument(1)) {
				return goja.Undefined()
			}
			m.fileWork(name, call.Argument(0), m.node.ReadFilePromiseTrips, func(err goja.Value, result goja.Value) (goja.Value, error) {
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

// refuseFile rejects the promise of an operation that is given no path. readFile waits for
// what opens the file, so its promise is rejected a job later (Node lib/internal/fs/promises.js).
func (m *machine) refuseFile(name string, id uint32, thrown goja.Value) {
	if name != "readFile" {
		m.reject(id, thrown)
		return
	}
	m.jobLater("readFile", func() { m.reject(id, thrown) })
}

// jobLater has something done in a job of its own, which functions of Node are that are
// async themselves.
func (m *machine) jobLater(label string, do func()) {
	m.rt.QueueMicrotask(m.add(callback{kind: kindNative, label: label, from: m.from(), native: func(ecma.Value) (goja.Value, error) {
		do()
		return goja.Undefined(), nil
	}}))
}

// fileWork starts an operation on a file; trips is how often readFile goes to the pool.
func (m *machine) fileWork(name string, file goja.Value, trips func(size int64, missing bool) int64, done func(err, result goja.Value) (goja.Value, error)) {
	text := file.String()
	entry, known := m.entryOf(waitFile, text, fmt.Sprintf("fs.%s(%q)", name, text))
	if !known {
		return
	}
	op := model.Operation{Kind: model.FileWork, Latency: entry.Latency, Trips: 1}
	switch name {
	case "readFile":
		op.Trips = saw(m, trips(entry.Size, entry.Missing))
	case "access": // io_uring has nothing like it
		op.Kind = model.PoolWork
	}
	label := fmt.Sprintf("%s %s", name, text)
	op.Callback = m.add(callback{kind: kindNative, label: label, from: m.from(), native: func(ecma.Value) (goja.Value, error) {
		if entry.Missing {
			return done(m.missingFile(name, text), nil)
		}
		return done(nil, m.fileResult(name, entry))
	}})
	m.makeThreads(op.Kind)
	m.node.Start(op)
}

// missingFile is the error of a file that is not there.
func (m *machine) missingFile(name, text string) goja.Value {
	call := map[string]string{"readFile": "open", "stat": "stat", "access": "access"}[name]
	o := m.newError("Error", fmt.Sprintf("ENOENT: no such file or directory, %s '%s'", call, text))
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
	m.method(o, "busy", 1, m.busy)
}

// io is io(name): a wait whose length and outcome the scenario's `io` says, by
// the name.
func (m *machine) io(name string) goja.Value {
	entry, known := m.entryOf(waitIO, name, fmt.Sprintf("io(%q)", name))
	if !known {
		return goja.Undefined()
	}
	return m.promiseObject(m.wait("io "+name, entry, func(id uint32) {
		if entry.Missing {
			m.reject(id, m.newError("Error", orAnonymous(entry.Failure, name+" failed")))
		} else {
			m.resolve(id, m.given(entry.Value))
		}
	}))
}

// given is the value of a wait: JSON, or else a text.
func (m *machine) given(text string) goja.Value {
	if text == "" {
		return goja.Undefined()
	}
	if v, err := m.pure.intrinsic("JSON.parse")(goja.Undefined(), m.vm.ToValue(text)); err == nil {
		return m.adopted(v)
	}
	return m.vm.ToValue(text)
}

// adopted is what was parsed, as values of the program's own engine.
func (m *machine) adopted(v goja.Value) goja.Value {
	from, ok := v.(*goja.Object)
	if !ok {
		return v
	}
	if from.ClassName() == "Array" {
		list := m.listOf(from)
		for i, element := range list {
			list[i] = m.adopted(element)
		}
		return m.array(list)
	}
	o := m.vm.NewObject()
	for _, key := range from.Keys() {
		m.give(o, key, m.adopted(from.Get(key)))
	}
	return o
}

// wait is a promise that something settles which the kernel reports, or which a
// task of the networking source tells.
func (m *machine) wait(label string, entry program.Latency, settle func(id uint32)) uint32 {
	if m.web != nil {
		id := saw(m, m.web.Fetch(entry.Latency, ecma.Value{}, false))
		derived := saw(m, m.rt.NewPromise())
		m.rt.Then(id, m.addNative(label, m.from(), func(ecma.Value) { settle(derived) }), ecma.NoCallback)
		return derived
	}
	id := saw(m, m.rt.NewPromise())
	number := m.add(callback{kind: kindNative, label: label, from: m.from(), native: func(ecma.Value) (goja.Value, error) {
		settle(id)
		return goja.Undefined(), nil
	}})
	m.node.Start(model.Operation{Kind: model.Watched, Latency: entry.Latency, Trips: 1, Callback: number})
	return id
}
