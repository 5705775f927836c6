package js

import (
	"github.com/dop251/goja"

	"evsim/internal/say"
)

// fileOption is an option of an operation on a file that evsim has not. A release that
// does not read it does without it, too.
type fileOption struct {
	appearance
	of    string
	means func(v goja.Value) bool // whether a value asks for anything
}

// fileOptions were looked for in releases from 10.24 to 26.10, by which options they
// read. Between 24.11 and 24.21 evsim takes each release for one that reads them.
var fileOptions = [...]fileOption{
	{appearance{from: "10.0", names: "flag"}, "readFile", func(v goja.Value) bool { return v.ToBoolean() && v.String() != "r" }},
	{appearance{from: "14.17 15.2", names: "signal"}, "readFile", given},
	{appearance{from: "24.12 26.4", names: "buffer"}, "readFile", given},
	{appearance{from: "10.5", names: "bigint"}, "stat", goja.Value.ToBoolean},
	{appearance{from: "24.12 26.0", names: "signal"}, "stat", given},
	{appearance{from: "24.12 25.0", names: "throwIfNoEntry"}, "stat", func(v goja.Value) bool { return !goja.IsUndefined(v) && !v.ToBoolean() }},
}

func given(v goja.Value) bool { return !goja.IsUndefined(v) && !goja.IsNull(v) }

// lacksFileOption ends the run where a program gives an option that evsim has not, and
// reports whether it did.
func (m *machine) lacksFileOption(name string, options goja.Value) bool {
	o, ok := options.(*goja.Object)
	if !ok || isFunction(o) {
		return false
	}
	for _, one := range fileOptions {
		if one.of != name || !one.in(m.policy) {
			continue
		}
		if v := o.Get(one.names); v != nil && one.means(v) {
			m.lacks(say.Of("evsim does not have the option `%s` of `%s`", one.names, "fs."+name))
			return true
		}
	}
	return false
}
