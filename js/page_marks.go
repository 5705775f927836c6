package js

import (
	"cmp"
	"slices"

	"github.com/dop251/goja"
)

// timelineEntry is an entry of the timeline of a page: a mark, or the measure between two.
type timelineEntry struct {
	kind, name string
	start      float64 // in milliseconds since the page began
	object     *goja.Object
}

// installMarks gives performance its timeline (User Timing).
func (m *machine) installMarks(o *goja.Object) {
	m.named(o, "mark", 1, func(call goja.FunctionCall) goja.Value {
		m.few(call, pageCall{"Performance", "mark"}, 1)
		options, _ := call.Argument(1).(*goja.Object)
		start, given := numberOf(options, "startTime")
		if !given {
			start = m.performanceNow()
		}
		if start < 0 {
			text := "'" + call.Argument(0).String() + "' cannot have a negative start time."
			if m.policy.Name == firefoxName {
				text = "Expected startTime >= 0"
			}
			panic(m.newError("TypeError", m.refusal(pageCall{"Performance", "mark"})+text))
		}
		return m.entered("mark", call.Argument(0).String(), start, 0, options)
	})
	m.named(o, "measure", 1, m.measure)
	for _, clear := range [...][2]string{{"clearMarks", "mark"}, {"clearMeasures", "measure"}} {
		m.named(o, clear[0], 0, func(call goja.FunctionCall) goja.Value {
			m.page.marks = slices.DeleteFunc(m.page.marks, func(e timelineEntry) bool {
				return e.kind == clear[1] && (goja.IsUndefined(call.Argument(0)) || e.name == call.Argument(0).String())
			})
			return goja.Undefined()
		})
	}
	m.named(o, "getEntries", 0, func(goja.FunctionCall) goja.Value { return m.timelineOf("", "") })
	m.named(o, "getEntriesByType", 1, func(call goja.FunctionCall) goja.Value { return m.timelineOf(call.Argument(0).String(), "") })
	m.named(o, "getEntriesByName", 1, func(call goja.FunctionCall) goja.Value {
		kind := ""
		if !goja.IsUndefined(call.Argument(1)) {
			kind = call.Argument(1).String()
		}
		return m.timelineOf(kind, call.Argument(0).String())
	})
}

// numberOf is a member of a dictionary that is a number.
func numberOf(options *goja.Object, name string) (n float64, given bool) {
	if options == nil || options.Get(name) == nil || goja.IsUndefined(options.Get(name)) {
		return 0, false
	}
	return options.Get(name).ToFloat(), true
}

// entered puts an entry into the timeline.
func (m *machine) entered(kind, name string, start, duration float64, options *goja.Object) goja.Value {
	o := m.vm.NewObject()
	var detail goja.Value = goja.Null()
	if options != nil && options.Get("detail") != nil && !goja.IsUndefined(options.Get("detail")) {
		call, _ := goja.AssertFunction(m.cloner())
		var err error
		detail, err = call(goja.Undefined(), options.Get("detail"))
		m.rethrow(err)
	}
	for _, p := range []property{{"name", name}, {"entryType", kind}, {"startTime", start}, {"duration", duration}, {"detail", detail}} {
		_ = o.DefineDataProperty(p.name, m.vm.ToValue(p.value), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	}
	m.page.marks = append(m.page.marks, timelineEntry{kind, name, start, o})
	return o
}

// timelineOf are the entries of a kind and a name; "": any.
func (m *machine) timelineOf(kind, name string) goja.Value {
	list := slices.Clone(m.page.marks)
	slices.SortStableFunc(list, func(a, b timelineEntry) int { return cmp.Compare(a.start, b.start) })
	var out []any
	for _, e := range list {
		if (kind == "" || e.kind == kind) && (name == "" || e.name == name) {
			out = append(out, e.object)
		}
	}
	return m.vm.NewArray(out...)
}

// measure is performance.measure(name, start or options, end).
func (m *machine) measure(call goja.FunctionCall) goja.Value {
	m.few(call, pageCall{"Performance", "measure"}, 1)
	options, _ := call.Argument(1).(*goja.Object)
	var from, to goja.Value = call.Argument(1), call.Argument(2)
	if options != nil {
		from, to = options.Get("start"), options.Get("end")
	}
	start, end := 0.0, 0.0
	duration, lasts := numberOf(options, "duration")
	switch {
	case to != nil && !goja.IsUndefined(to):
		end = m.timeOfMark(to)
	case lasts && from != nil && !goja.IsUndefined(from):
		end = m.timeOfMark(from) + duration
	default:
		end = m.performanceNow()
	}
	if from != nil && !goja.IsUndefined(from) && !goja.IsNull(from) {
		start = m.timeOfMark(from)
	} else if lasts {
		start = end - duration
	}
	return m.entered("measure", call.Argument(0).String(), start, end-start, options)
}

// timeOfMark is a time, or that of the last mark of a name.
func (m *machine) timeOfMark(v goja.Value) float64 {
	if !goja.IsString(v) {
		return v.ToFloat()
	}
	for _, e := range slices.Backward(m.page.marks) {
		if e.kind == "mark" && e.name == v.String() {
			return e.start
		}
	}
	text := "The mark '" + v.String() + "' does not exist."
	if m.policy.Name == firefoxName {
		text = "Given mark name, " + v.String() + ", is unknown"
	}
	panic(m.domException("SyntaxError", 12, m.refusal(pageCall{"Performance", "measure"})+text))
}
