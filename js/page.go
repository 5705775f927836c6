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
	refs  []model.FrameRef // by number, less one
	idles []model.IdleRef  // the same
}

// installWindow makes what names the window itself.
func (m *machine) installWindow() {
	for _, name := range [...]string{"window", "self", "frames"} {
		if m.mentions(name) {
			m.set(name, m.vm.GlobalObject())
		}
	}
}

func (m *machine) installFetch() {
	if m.has("fetch") {
		m.setFunction("fetch", 1, m.fetch)
	}
}

func (m *machine) installReport() {
	m.setFunction("reportError", 1, func(call goja.FunctionCall) goja.Value {
		m.web.Report(m.plain(call.Argument(0)))
		return goja.Undefined()
	})
}

func (m *machine) installFrames() {
	m.setFunction("requestAnimationFrame", 1, func(call goja.FunctionCall) goja.Value {
		fn := m.callable("callback", call.Argument(0))
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
		fn := m.callable("callback", call.Argument(0))
		timeout := clock.Span(-1)
		if o, ok := call.Argument(1).(*goja.Object); ok && o.Get("timeout") != nil {
			timeout = clock.Span(math.Min(math.Max(o.Get("timeout").ToFloat(), 0), math.MaxInt32) * float64(clock.Millisecond))
		}
		number := m.add(callback{kind: kindNative, label: "requestIdleCallback", from: m.from(), native: func(ecma.Value) (goja.Value, error) {
			deadline := m.vm.NewObject()
			_ = deadline.Set("didTimeout", false)
			m.method(deadline, "timeRemaining", 0, func(goja.FunctionCall) goja.Value { return m.vm.ToValue(m.idleLeft()) })
			return fn(goja.Undefined(), deadline)
		}})
		m.page.idles = append(m.page.idles, saw(m, m.web.RequestIdle(number, timeout)))
		return m.vm.ToValue(len(m.page.idles))
	})
	m.setFunction("cancelIdleCallback", 1, func(call goja.FunctionCall) goja.Value {
		if i := call.Argument(0).ToInteger(); i > 0 && int(i) <= len(m.page.idles) {
			m.web.CancelIdle(m.page.idles[i-1])
		}
		return goja.Undefined()
	})
}

// idleLeft is deadline.timeRemaining(), in milliseconds.
func (m *machine) idleLeft() float64 {
	d, known := m.sawSpan(m.rt.Sub(m.web.IdleDeadline(), m.rt.Now()))
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
	m.method(o, "postTask", 1, m.postTask)
	if m.mentions("yield") {
		m.method(o, "yield", 0, func(goja.FunctionCall) goja.Value { return m.promiseObject(saw(m, m.web.YieldTask())) })
	}
	m.set("scheduler", o)
}

// postTask is scheduler.postTask(callback, options).
func (m *machine) postTask(call goja.FunctionCall) goja.Value {
	priority, delay := model.PriorityUserVisible, 0.0
	var signal *goja.Object
	if options, ok := call.Argument(1).(*goja.Object); ok {
		signal, _ = options.Get("signal").(*goja.Object)
		if named := m.priorityOf(options, signal); named != nil {
			known := false
			if priority, known = priorities[named.String()]; !known {
				m.throwType("'%s' is not a valid value for TaskPriority", named.String())
			}
		}
		if given := options.Get("delay"); given != nil {
			delay = given.ToFloat()
		}
	}
	if signal != nil && signal.Get("aborted").ToBoolean() {
		return m.promiseObject(saw(m, m.rt.NewSettled(m.plain(signal.Get("reason")), true)))
	}
	task := m.taskCallback(call.Argument(0))
	if delay > 0 {
		return m.postLater(task, priority, delay, signal)
	}
	id := saw(m, m.web.PostTask(priority, task))
	m.whenAborted(signal, func() { m.web.AbortTask(id, m.plain(signal.Get("reason"))) })
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

// priorityOf is what an option or a TaskSignal says; nil: neither does.
func (m *machine) priorityOf(options, signal *goja.Object) goja.Value {
	if v := options.Get("priority"); v != nil && !goja.IsUndefined(v) {
		return v
	}
	if signal != nil {
		return signal.Get("priority")
	}
	return nil
}

// taskCallback is the callback of a task, whose result settles its promise.
func (m *machine) taskCallback(v goja.Value) uint32 {
	fn := m.callable("callback", v)
	return m.add(callback{kind: kindHandler, fn: fn, object: v.(*goja.Object), label: "postTask", from: m.from()})
}

// postLater is postTask with a delay: a timer posts the task.
func (m *machine) postLater(task uint32, priority model.TaskPriority, delay float64, signal *goja.Object) goja.Value {
	id, posted := saw(m, m.rt.NewPromise()), false
	var inner uint32
	timer := saw(m, m.rt.SetTimer(delay, m.add(callback{kind: kindNative, label: "postTask", from: m.from(), native: func(ecma.Value) (goja.Value, error) {
		inner, posted = saw(m, m.web.PostTask(priority, task)), true
		m.rt.Resolve(id, ecma.Value{Kind: ecma.ValuePromise, Ref: inner})
		return goja.Undefined(), nil
	}}), false, false))
	m.whenAborted(signal, func() {
		if reason := m.plain(signal.Get("reason")); posted {
			m.web.AbortTask(inner, reason)
		} else {
			m.rt.ClearTimer(timer)
			m.rt.Reject(id, reason)
		}
	})
	return m.promiseObject(id)
}

// fetch is fetch(url): its length is that of the scenario's `network`.
func (m *machine) fetch(call goja.FunctionCall) goja.Value {
	url := call.Argument(0).String()
	entry, known := m.entryOf(waitNetwork, url, "fetch("+quoted(url)+")")
	if !known {
		return goja.Undefined()
	}
	if m.node != nil {
		return m.promiseObject(m.wait("fetch "+url, entry, func(id uint32) {
			if entry.Missing {
				m.reject(id, m.newError("TypeError", "fetch failed"))
			} else {
				m.resolve(id, m.response(url))
			}
		}))
	}
	v := ecma.Value{}
	if entry.Missing {
		v = m.plain(m.newError("TypeError", "Failed to fetch"))
	} else {
		v = m.plain(m.response(url))
	}
	return m.promiseObject(saw(m, m.web.Fetch(entry.Latency, v, entry.Missing)))
}

// response is what fetch gives. The world says nothing of its content, so that
// is empty.
func (m *machine) response(url string) *goja.Object {
	o := m.vm.NewObject()
	_ = o.Set("ok", true)
	_ = o.Set("status", 200)
	_ = o.Set("url", url)
	for name, content := range map[string]goja.Value{"text": m.vm.ToValue(""), "json": goja.Null()} {
		m.method(o, name, 0, func(goja.FunctionCall) goja.Value {
			id := saw(m, m.rt.NewPromise())
			m.resolve(id, content)
			return m.promiseObject(id)
		})
	}
	return o
}
