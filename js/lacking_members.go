package js

import (
	"strings"

	"github.com/dop251/goja"

	"evsim/internal/say"
	"evsim/model"
)

// lackingMembers are what evsim has not of objects that it has, by the way to each from
// the global object. A function ends the run when it is called; what else it is (values)
// when it is read.
var lackingMembers = [...]part{
	nodePart("RegExp", "10.0", "input lastMatch lastParen leftContext rightContext $_ $& $+ $` $' $1 $2 $3 $4 $5 $6 $7 $8 $9").constants(),
	nodePart("ArrayBuffer.prototype", "20.0", "maxByteLength resizable").constants(),
	nodePart("ArrayBuffer.prototype", "20.0", "resize"),
	nodePart("ArrayBuffer.prototype", "21.0", "detached").constants(),
	nodePart("ArrayBuffer.prototype", "21.0", "transfer transferToFixedLength"),
	nodePart("Array", "22.0", "fromAsync"),
	nodePart("DataView.prototype", "24.0", "getFloat16 setFloat16"),
	nodePart("Date.prototype", "26.0", "toTemporalInstant"),
	nodePart("console", "10.0", "Console").constants(),
	nodePart(ofPerformance, "10.0", "clearMarks mark measure timerify"),
	nodePart(ofPerformance, "10.0", "nodeTiming").constants(),
	nodePart(ofPerformance, "12.19 14.10", "eventLoopUtilization"),
	nodePart(ofPerformance, "15.14", "addEventListener removeEventListener dispatchEvent"),
	nodePart(ofPerformance, "16.1", "toJSON"),
	nodePart(ofPerformance, "16.7", "clearMeasures getEntries getEntriesByName getEntriesByType"),
	nodePart(ofPerformance, "16.17 18.2", "clearResourceTimings markResourceTiming"),
	nodePart(ofPerformance, "18.8", "setResourceTimingBufferSize"),
	pagePart("Math", "browser firefox webkit", "sumPrecise"),
	pagePart("Iterator", "browser firefox webkit", "zip zipKeyed"),
	pagePart("Iterator.prototype", "browser", "includes join"),
}

// pagePart is a part that no release of Node has, and some browsers.
func pagePart(module, pages, names string) part {
	return part{module: module, appearance: appearance{names: names}, pages: pages}
}

// ofPerformance stands for the object performance, wherever the program has it from.
const ofPerformance = "performance"

// installLackingMembers has a run end where the program comes to what evsim has not.
func (m *machine) installLackingMembers() {
	for _, p := range lackingMembers {
		if p.module == ofPerformance || !p.lacks(m.policy) {
			continue
		}
		if of := m.reached(p.module); of != nil {
			m.endsAt(of, p)
		}
	}
}

// lacks reports whether a policy has it.
func (p part) lacks(policy model.Policy) bool {
	if p.from == "" {
		return among(" "+p.pages+" ", policy.Name)
	}
	return p.in(policy)
}

// endsAt has the run end at the members of an object that the program names. Packages
// are told of what came with some release that there is none, as they are of a global:
// they bring what takes its place.
func (m *machine) endsAt(of *goja.Object, p part) {
	for name := range strings.FieldsSeq(p.names) {
		if !m.mentions(name) || m.descriptor(of, m.vm.ToValue(name)) != nil {
			continue
		}
		end := func(goja.FunctionCall) goja.Value {
			m.lacks(say.Of("evsim does not have `%s`", p.module+"."+name))
			return goja.Undefined()
		}
		called := m.function(name, 0, end)
		get := m.function("get "+name, 0, func(call goja.FunctionCall) goja.Value {
			switch {
			case p.from != always && inPackage(m.at(m.from()).File):
				return goja.Undefined()
			case p.values:
				return end(call)
			}
			return called
		})
		set := m.function("set "+name, 1, func(call goja.FunctionCall) goja.Value {
			if o, ok := call.This.(*goja.Object); ok {
				_ = o.DefineDataProperty(name, call.Argument(0), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
			}
			return goja.Undefined()
		})
		_ = of.DefineAccessorProperty(name, get, set, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
}

// always is the release from which on there is what each release has.
const always = "10.0"

// memberNames are the names of all members.
func memberNames() (all []string) {
	for _, p := range lackingMembers {
		all = append(all, strings.Fields(p.names)...)
	}
	return all
}
