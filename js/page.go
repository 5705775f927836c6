package js

import (
	"math"

	"github.com/dop251/goja"

	"evsim/clock"
	"evsim/ecma"
	"evsim/model"
)

// page is what a browser's window keeps for a program.
type page struct {
	marks     []timelineEntry
	signalled map[*goja.Object][]func(model.TaskPriority) // what a TaskSignal gives its priority to
	sources   []taskSource                                // by number, less one
	numbers   map[taskSource]uint16
	refs      []model.FrameRef // by number, less one
	idles     []model.IdleRef  // the same
}

// installWindow makes what names the window itself.
func (m *machine) installWindow() {
	_ = m.vm.GlobalObject().DefineDataPropertySymbol(goja.SymToStringTag, m.vm.ToValue("Window"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	for _, name := range [...]string{"window", "self", "frames"} {
		if m.mentions(name) {
			m.set(name, m.vm.GlobalObject())
		}
	}
}

func (m *machine) installFetch() {
	if !m.has("fetch") {
		return
	}
	fetch := m.fetch
	if m.web != nil {
		fetch = m.rejecting(fetch)
	}
	m.setFunction("fetch", 1, fetch)
}

func (m *machine) installReport() {
	m.setFunction("reportError", 1, func(call goja.FunctionCall) goja.Value {
		m.few(call, windowFunction("reportError"), 1)
		m.web.Report(m.plain(call.Argument(0)))
		return goja.Undefined()
	})
}

func (m *machine) installFrames() {
	m.setFunction("requestAnimationFrame", 1, func(call goja.FunctionCall) goja.Value {
		fn := m.pageCallback(call, windowFunction("requestAnimationFrame"))
		number := m.add(callback{kind: kindNative, label: "requestAnimationFrame", from: m.from(), object: call.Argument(0).(*goja.Object), native: func(ecma.Value) (goja.Value, error) {
			return fn(goja.Undefined(), m.vm.ToValue(m.frameTime()))
		}})
		m.page.refs = append(m.page.refs, saw(m, m.web.RequestFrame(number)))
		return m.vm.ToValue(len(m.page.refs))
	})
	m.setFunction("cancelAnimationFrame", 1, func(call goja.FunctionCall) goja.Value {
		if i := call.Argument(0).ToInteger(); i > 0 && int(i) <= len(m.page.refs) {
			m.web.CancelFrame(m.page.refs[i-1])
		}
		return goja.Undefined()
	})
}

// frameTime is the argument of a frame's callbacks, in milliseconds.
func (m *machine) frameTime() float64 {
	d, known := m.sawSpan(m.rt.Sub(m.web.FrameTime(), 0))
	if !known {
		d, _ = m.sawSpan(m.rt.Sub(m.rt.FloorTo(m.web.FrameTime(), clock.Millisecond), 0))
	}
	return float64(d) / float64(clock.Millisecond)
}

func (m *machine) installIdle() {
	m.setFunction("requestIdleCallback", 1, func(call goja.FunctionCall) goja.Value {
		fn := m.pageCallback(call, windowFunction("requestIdleCallback"))
		timeout := clock.Span(-1)
		if o, ok := call.Argument(1).(*goja.Object); ok {
			if given := o.Get("timeout"); given != nil && !goja.IsUndefined(given) {
				timeout = clock.Span(unsignedLong(given)) * clock.Millisecond
			}
		}
		var ref model.IdleRef
		number := m.add(callback{kind: kindNative, label: "requestIdleCallback", from: m.from(), native: func(ecma.Value) (goja.Value, error) {
			deadline := m.vm.NewObject()
			timedOut := m.sawWhether(m.web.IdleTimedOut())
			_ = deadline.Set("didTimeout", timedOut)
			m.method(deadline, "timeRemaining", 0, func(goja.FunctionCall) goja.Value {
				if timedOut {
					return m.vm.ToValue(0)
				}
				return m.vm.ToValue(m.idleLeft(ref))
			})
			return fn(goja.Undefined(), deadline)
		}})
		ref = saw(m, m.web.RequestIdle(number, timeout))
		m.page.idles = append(m.page.idles, ref)
		return m.vm.ToValue(len(m.page.idles))
	})
	m.setFunction("cancelIdleCallback", 1, func(call goja.FunctionCall) goja.Value {
		if i := call.Argument(0).ToInteger(); i > 0 && int(i) <= len(m.page.idles) {
			m.web.CancelIdle(m.page.idles[i-1])
		}
		return goja.Undefined()
	})
}

// unsignedLong converts a value to an unsigned long (Web IDL, "ConvertToInt").
func unsignedLong(v goja.Value) uint32 {
	f := math.Mod(math.Trunc(v.ToFloat()), 1<<32)
	if math.IsNaN(f) { // also of what is infinite
		return 0
	}
	return uint32(int64(f))
}

// idleLeft is deadline.timeRemaining(), in milliseconds.
func (m *machine) idleLeft(ref model.IdleRef) float64 {
	d, known := m.sawSpan(m.rt.Sub(m.web.IdleDeadline(ref), m.rt.Now()))
	if !known {
		return 0
	}
	return math.Max(0, float64(d)/float64(clock.Millisecond))
}

var priorities = map[string]model.TaskPriority{
	"user-blocking": model.PriorityUserBlocking, "user-visible": model.PriorityUserVisible, "background": model.PriorityBackground,
}

func (m *machine) installScheduler() {
	o := m.vm.NewObject()
	m.method(o, "postTask", 1, m.rejecting(m.postTask))
	if m.mentions("yield") {
		m.method(o, "yield", 0, m.yield)
	}
	m.set("scheduler", o)
}

// postTask is scheduler.postTask(callback, options).
func (m *machine) postTask(call goja.FunctionCall) goja.Value {
	priority, delay := model.PriorityUserVisible, 0.0
	var signal *goja.Object
	fixed := false
	name := pageCall{"Scheduler", "postTask"}
	fn := m.pageCallback(call, name)
	if options, ok := call.Argument(1).(*goja.Object); ok {
		signal, _ = options.Get("signal").(*goja.Object)
		var named goja.Value
		if named, fixed = m.priorityOf(options, signal); named != nil {
			known := false
			if priority, known = priorities[named.String()]; !known {
				m.refusePriority(name, named.String())
			}
		}
		if given := options.Get("delay"); given != nil && !goja.IsUndefined(given) {
			delay = m.enforcedDelay(name, given)
		}
	}
	if signal != nil && signal.Get("aborted").ToBoolean() {
		return m.promiseObject(saw(m, m.rt.NewSettled(m.plain(signal.Get("reason")), true)))
	}
	task := m.add(callback{kind: kindPost, fn: fn, object: call.Argument(0).(*goja.Object), label: "postTask", from: m.from()})
	var id uint32
	if source := m.taskSourceOf(signal, fixed, priority); delay > 0 {
		id = saw(m, m.web.PostTaskAfter(source, priority, task, delay))
	} else {
		id = saw(m, m.web.PostTaskFrom(source, priority, task))
	}
	m.whenPrioritized(signal, fixed, func(to model.TaskPriority) { m.web.MoveTask(id, to) })
	m.whenAborted(signal, func() { m.web.AbortTask(id, m.plain(signal.Get("reason"))) })
	return m.promiseObject(id)
}

// enforcedDelay is the delay of postTask, which is an [EnforceRange] unsigned long long
// (Web IDL, "abstract operation IntegerPart").
func (m *machine) enforcedDelay(name pageCall, given goja.Value) float64 {
	delay := math.Trunc(given.ToFloat())
	if !(delay >= 0 && delay < 1<<53) {
		panic(m.newError("TypeError", m.refusal(name)+"the delay is outside of the range of an unsigned long long."))
	}
	return delay
}

// taskSource is what postTask was given that yield in the task inherits. An option is
// a priority that stays; without one and without a TaskSignal it is user-visible.
type taskSource struct {
	signal *goja.Object
	fixed  bool
	option model.TaskPriority
}

// lastSource is the last number there can be. A task whose signal has none gives yield
// its priority only.
const lastSource = 1<<16 - 8

// taskSourceOf numbers it; 0: there is no signal.
func (m *machine) taskSourceOf(signal *goja.Object, fixed bool, priority model.TaskPriority) uint16 {
	if signal == nil {
		return 0
	}
	if fixed = fixed || signal.Get("priority") == nil; !fixed {
		priority = 0
	}
	key := taskSource{signal, fixed, priority}
	number, known := m.page.numbers[key]
	if !known && len(m.page.sources) < lastSource {
		if m.page.numbers == nil {
			m.page.numbers = make(map[taskSource]uint16)
		}
		m.page.sources = append(m.page.sources, key)
		number = uint16(len(m.page.sources))
		m.page.numbers[key] = number
	}
	return number
}

// yield is scheduler.yield(). In a task that has a signal the continuation has the
// priority of that, and its abort.
func (m *machine) yield(goja.FunctionCall) goja.Value {
	from := saw(m, m.web.YieldSource())
	if from == 0 {
		return m.promiseObject(saw(m, m.web.YieldTask()))
	}
	s := m.page.sources[from-1]
	if s.signal.Get("aborted").ToBoolean() {
		return m.promiseObject(saw(m, m.rt.NewSettled(m.plain(s.signal.Get("reason")), true)))
	}
	priority := s.option
	if !s.fixed {
		priority = priorities[s.signal.Get("priority").String()]
	}
	id := saw(m, m.web.YieldAs(priority))
	m.whenPrioritized(s.signal, s.fixed, func(to model.TaskPriority) { m.web.MoveTask(id, to) })
	m.whenAborted(s.signal, func() { m.web.AbortTask(id, m.plain(s.signal.Get("reason"))) })
	return m.promiseObject(id)
}

// whenAborted has something done when a signal is aborted; nil: there is none.
func (m *machine) whenAborted(signal *goja.Object, do func()) {
	if signal == nil || m.aborts == nil {
		return
	}
	_, err := m.aborts(goja.Undefined(), signal, m.vm.ToValue(func(goja.FunctionCall) goja.Value {
		do()
		return goja.Undefined()
	}))
	m.rethrow(err)
}

// priorityOf is what an option or a TaskSignal says, nil if neither does, and whether it
// is the option, which no signal changes.
func (m *machine) priorityOf(options, signal *goja.Object) (priority goja.Value, fixed bool) {
	if v := options.Get("priority"); v != nil && !goja.IsUndefined(v) {
		return v, true
	}
	if signal != nil {
		return signal.Get("priority"), false
	}
	return nil, false
}

// refusePriority throws that there is no such priority.
func (m *machine) refusePriority(c pageCall, given string) {
	text := "Failed to read the 'priority' property from 'SchedulerPostTaskOptions': The provided value '" + given + "' is not a valid enum value of type TaskPriority."
	if m.policy.Name == firefoxName {
		text = "'" + given + "' (value of 'priority' member of SchedulerPostTaskOptions) is not a valid value for enumeration TaskPriority."
	}
	panic(m.newError("TypeError", m.refusal(c)+text))
}

// whenPrioritized has something done when a TaskSignal changes its priority.
func (m *machine) whenPrioritized(signal *goja.Object, fixed bool, do func(model.TaskPriority)) {
	if signal == nil || fixed {
		return
	}
	if m.page.signalled == nil {
		m.page.signalled = make(map[*goja.Object][]func(model.TaskPriority))
	}
	m.page.signalled[signal] = append(m.page.signalled[signal], do)
}

// prioritized is what follows of a signal's change of priority, before its event.
func (m *machine) prioritized(call goja.FunctionCall) any {
	signal := call.Argument(0).(*goja.Object)
	for _, do := range m.page.signalled[signal] {
		do(priorities[signal.Get("priority").String()])
	}
	return nil
}
