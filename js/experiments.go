package js

import "github.com/dop251/goja"

// experiments are what Node warns of where it is used first, until some release.
var experiments = map[string]struct {
	stable appearance
	text   string
}{
	"AbortController": {appearance{from: "15.4"}, "AbortController is an experimental feature. This feature could change at any time"}, // observed: in 15.3.0
	"dns.promises":    {appearance{from: "10.17 11.14"}, "The dns.promises API is experimental"},                                       // observed: in 10.16.3 and 11.13.0
	"fetch":           {appearance{from: "18.13 19.1"}, "The Fetch API is an experimental feature. This feature could change at any time"},
	"fs.promises":     {appearance{from: "10.17 11.14"}, "The fs.promises API is experimental"},
}

// experimental reports whether Node still warns of what is used.
func (m *machine) experimental(name string) bool {
	return m.node != nil && !experiments[name].stable.in(m.policy)
}

// tries warns of what is experimental, where it is used first.
func (m *machine) tries(name string) {
	if m.process.tried[name] || !m.experimental(name) {
		return
	}
	if m.process.tried == nil {
		m.process.tried = make(map[string]bool)
	}
	m.process.tried[name] = true
	m.processObject()
	m.warn(m.warning("ExperimentalWarning", experiments[name].text))
}

// promisesOf gives a module the one that has promises.
func (m *machine) promisesOf(o *goja.Object, module string, promises *goja.Object) {
	name := module + ".promises"
	if !m.experimental(name) {
		_ = o.Set("promises", promises)
		return
	}
	get := m.function("get", 0, func(goja.FunctionCall) goja.Value {
		m.tries(name)
		return promises
	})
	_ = o.DefineAccessorProperty("promises", get, nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
}
