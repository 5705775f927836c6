package js

import (
	"slices"

	"github.com/dop251/goja"

	"evsim/internal/say"
)

// callableModules are those of Node's modules that evsim has not which are functions.
var callableModules = [...]string{"module", "stream", "test"}

// silentKeys are what is asked of a module to find out what kind of one it is: no module
// of Node has them.
var silentKeys = [...]string{"__esModule", "then"}

// unknownModule stands for a module of Node that evsim has not. Packages import such modules for
// what few programs use, so it is no harm that one is there; a run that comes to any part
// of it ends.
func (m *machine) unknownModule(name string) *goja.Object {
	ends := func(part string) { m.lacks(say.Of("evsim does not have `%s` of the module `%s`", part, name)) }
	target := m.vm.NewObject()
	if slices.Contains(callableModules[:], name) {
		target = m.vm.ToValue(func(goja.ConstructorCall) *goja.Object { return nil }).(*goja.Object)
	}
	whole := func() { m.lacks(say.Of("evsim does not have `%s`, a module of Node", name)) }
	return m.vm.ToValue(m.vm.NewProxy(target, &goja.ProxyTrapConfig{
		Get: func(_ *goja.Object, key string, _ goja.Value) goja.Value {
			if !slices.Contains(silentKeys[:], key) {
				ends(key)
			}
			return goja.Undefined()
		},
		GetSym:                   func(*goja.Object, *goja.Symbol, goja.Value) goja.Value { return goja.Undefined() },
		Has:                      func(_ *goja.Object, key string) bool { ends(key); return false },
		GetOwnPropertyDescriptor: func(_ *goja.Object, key string) goja.PropertyDescriptor { ends(key); return goja.PropertyDescriptor{} },
		OwnKeys:                  func(*goja.Object) *goja.Object { whole(); return m.vm.NewArray() },
		Apply:                    func(*goja.Object, goja.Value, []goja.Value) goja.Value { whole(); return goja.Undefined() },
		Construct:                func(target *goja.Object, _ []goja.Value, _ *goja.Object) *goja.Object { whole(); return target },
	})).(*goja.Object)
}

// osHost is what the module os, which is written in JavaScript, asks of the run.
func (m *machine) osHost(o *goja.Object) {
	m.lackingHost(o, "os")
	_ = o.Set("devNull", appearance{from: "14.18 16.3"}.in(m.policy))
	others := []any{"cpus", "freemem", "getPriority", "loadavg", "networkInterfaces", "release", "setPriority", "totalmem", "userInfo", "uptime", "constants"}
	for _, part := range [...]struct{ name, from string }{{"version", "12.17 13.11"}, {"machine", "16.18 18.9"}, {"availableParallelism", "18.14 19.4"}} {
		if (appearance{from: part.from}).in(m.policy) {
			others = append(others, part.name)
		}
	}
	_ = o.Set("others", m.vm.NewArray(others...))
}
