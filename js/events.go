package js

import (
	"strings"

	"github.com/dop251/goja"

	"evsim/ecma"
	"evsim/internal/say"
	"evsim/model"
)

// eventGlobals are what a program names that has any of the classes of events, or their like.
const eventGlobals = "EventTarget Event CustomEvent DOMException AbortController AbortSignal addEventListener removeEventListener dispatchEvent document " +
	"MessageChannel BroadcastChannel postMessage MutationObserver TaskController TaskSignal TaskPriorityChangeEvent ErrorEvent PromiseRejectionEvent MessageEvent ProgressEvent CloseEvent StorageEvent HashChangeEvent PopStateEvent " +
	"UIEvent FocusEvent InputEvent KeyboardEvent MouseEvent PointerEvent WheelEvent MessagePort Node Element HTMLElement Text Document XMLHttpRequest XMLHttpRequestEventTarget localStorage sessionStorage Storage onerror onunhandledrejection onrejectionhandled onmessage onload"

// eventsPrelude is the classes of events, written in JavaScript.
var eventsPrelude = newPrelude(eventsSource)

// installEvents makes EventTarget and what is made of it. Listeners run at once,
// in the order of DOM's "dispatch"; the classes hold no rule of any queue.
func (m *machine) installEvents() {
	define := m.enter(eventsPrelude)
	host := m.vm.NewObject()
	m.method(host, "report", 1, m.report)
	m.method(host, "delay", 2, func(call goja.FunctionCall) goja.Value {
		timer := saw(m, m.rt.SetAbort(m.warnOfDelay(call.Argument(0).ToFloat(), true), m.plainCallback(call.Argument(1), "AbortSignal.timeout", nil)))
		if m.node != nil { // which does not wait for it (Node lib/internal/abort_controller.js, AbortSignal.timeout)
			m.node.RefTimer(timer, false)
		}
		return goja.Undefined()
	})
	_ = host.Set("browser", m.web != nil)
	m.lateHost(host)
	_ = host.Set("engine", m.policy.Name)
	_ = host.Set("marksFirst", m.web != nil || (appearance{from: "22.10"}).in(m.policy))
	_ = host.Set("objectsListen", m.web != nil || (appearance{from: "26.9"}).in(m.policy)) // observed: not in 26.8.2
	_ = host.Set("handlersStay", m.web != nil || (appearance{from: "15.2"}).in(m.policy))
	_ = host.Set("abortHandled", m.web != nil || (appearance{from: "15.1"}).in(m.policy))
	_ = host.Set("asksLate", m.web != nil || (appearance{from: "16.17 18.6"}).in(m.policy))   // a listener object for its handleEvent
	_ = host.Set("dispatchesAgain", m.web != nil || (appearance{from: "16.6"}).in(m.policy))  // one event
	_ = host.Set("handlersReturn", (appearance{from: "24.21 26.5"}).in(m.policy))             // observed: not in 24.15, 25.9 and 26.4
	_ = host.Set("noneIsNull", m.web != nil || (appearance{from: "16.15 17.6"}).in(m.policy)) // observed: not in 16.14.2 and 17.5.0
	_ = host.Set("passive", m.web != nil || (appearance{from: "24.21 25.0"}).in(m.policy))    // observed: not in 24.0.2
	if m.web == nil {
		m.processHost(host)
	} else {
		m.cloneHost(host)
		m.method(host, "coded", 2, func(call goja.FunctionCall) goja.Value { return call.Argument(0) }) // which Node's errors have alone
		m.pageHost(host)
	}
	list, err := define(goja.Undefined(), m.vm.GlobalObject(), host)
	m.rethrow(err)
	defined := list.(*goja.Object)
	m.exception = defined.Get("DOMException").(*goja.Object)
	m.aborts, _ = goja.AssertFunction(defined.Get("whenAborted"))
	m.process.targets = defined.Get("limits")
	m.follows, _ = goja.AssertFunction(defined.Get("follows"))
	m.isPort, _ = goja.AssertFunction(defined.Get("isPort"))
	m.late.hold(m, defined)
	for _, name := range m.late.names() {
		if (m.mentions(name) || m.web != nil) && m.has(name) {
			m.late.define(m, name)
		}
	}
	m.installLackingOfPages(func(class string) bool { return !m.late.waiting[class] })
	signal := defined.Get("AbortSignal").(*goja.Object)
	for _, name := range [...]string{"abort", "timeout", "any"} {
		if !m.has("AbortSignal." + name) {
			_ = signal.Delete(name)
		}
	}
	for _, way := range [...]string{"AbortSignal.prototype.reason", "AbortSignal.prototype.throwIfAborted", "Event.prototype.isTrusted", "Event.prototype.initEvent"} {
		class, name, _ := strings.Cut(way, ".prototype.")
		if made, ok := defined.Get(class).(*goja.Object); ok && !m.has(way) {
			_ = made.Get("prototype").(*goja.Object).Delete(name)
		}
	}
}

// report is what becomes of an exception that leaves a listener: Node throws it
// in a tick, a browser reports it at once.
func (m *machine) report(call goja.FunctionCall) goja.Value {
	m.reportError(call.Argument(0))
	return goja.Undefined()
}

// reportsBy is report where the browser fires the event.
func (m *machine) reportsBy(report func(ecma.Value)) func(goja.FunctionCall) any {
	return func(call goja.FunctionCall) any {
		m.reword(call.Argument(0))
		report(m.plain(call.Argument(0)))
		return nil
	}
}

func (m *machine) reportError(thrown goja.Value) {
	m.reword(thrown) // the prelude caught it
	if m.web != nil {
		m.web.Report(m.plain(thrown))
		return
	}
	m.queue(nodeTick{label: "listener's exception", run: func() (goja.Value, error) {
		return nil, m.vm.Try(func() {
			if m.listenersThrow() {
				m.tellProcess(thrown)
				return
			}
			panic(thrown)
		})
	}})
}

// listenersThrow reports whether what a listener throws is an event error of process, as
// before Node 16: where nothing listens to that, it leaves dispatchEvent.
func (m *machine) listenersThrow() bool { return m.node != nil && !since(m.policy, 16) }

// tellProcess fires it.
func (m *machine) tellProcess(thrown goja.Value) {
	if len(m.listenersOf("error")) == 0 {
		panic(m.unheard(thrown))
	}
	_, err := m.emit("error", []goja.Value{thrown})
	m.rethrow(err)
}

// unheard is what emit throws where nothing listens to error (EventEmitter.prototype.emit).
func (m *machine) unheard(given goja.Value) goja.Value {
	if o, ok := given.(*goja.Object); ok && isError(o) {
		return o
	}
	e := m.newError("Error", "Unhandled error. ("+m.display(given)+")")
	m.code(e, "Error", "ERR_UNHANDLED_ERROR")
	_ = e.Set("context", given)
	return e
}

// lacksNamed ends the run at what evsim has not, which the prelude names.
func (m *machine) lacksNamed(call goja.FunctionCall) goja.Value {
	m.lacks(say.Of("evsim does not have `%s`", call.Argument(0)))
	return goja.Undefined()
}

// processHost is what the prelude asks of Node.
func (m *machine) processHost(host *goja.Object) {
	m.receivedHost(host)
	_ = host.Set("listenersThrow", m.listenersThrow())
	m.method(host, "tellProcess", 1, func(call goja.FunctionCall) goja.Value {
		m.reword(call.Argument(0)) // the prelude caught it
		m.tellProcess(call.Argument(0))
		return goja.Undefined()
	})
	m.method(host, "inspect", 2, m.inspectWith)
	m.targetLimitsHost(host)
	m.keepCustom()
	m.method(host, "reportLater", 1, func(call goja.FunctionCall) goja.Value {
		thrown := call.Argument(0)
		m.jobLater("handleEvent", func() { m.reportError(thrown) })
		return goja.Undefined()
	})
	if m.has("MessageChannel") {
		m.portsHost(host)
	}
}

var windowEvents = map[string]model.Event{"error": model.WindowError, "unhandledrejection": model.WindowUnhandledRejection, "rejectionhandled": model.WindowRejectionHandled}

// pageHost is what the prelude asks of the loop of a browser.
func (m *machine) pageHost(host *goja.Object) {
	give := func(name string, f func(call goja.FunctionCall) any) {
		m.method(host, name, 2, func(call goja.FunctionCall) goja.Value { return m.vm.ToValue(f(call)) })
	}
	channel := func(kind model.ChannelKind, label string) func(goja.FunctionCall) any {
		return func(call goja.FunctionCall) any {
			fn, _ := goja.AssertFunction(call.Argument(0))
			return int(saw(m, m.web.NewChannel(kind, m.add(callback{kind: kindPlain, repeat: true, fn: fn, label: label, from: m.from()}))))
		}
	}
	give("port", channel(model.ChannelPort, "message"))
	give("window", channel(model.ChannelWindow, "window message"))
	give("broadcast", channel(model.ChannelBroadcast, "broadcast"))
	give("post", func(call goja.FunctionCall) any {
		m.web.PostMessage(model.ChannelRef(call.Argument(0).ToInteger()))
		return nil
	})
	give("observe", func(call goja.FunctionCall) any {
		fn, _ := goja.AssertFunction(call.Argument(1))
		m.web.Observe(uint32(call.Argument(0).ToInteger()), m.add(callback{kind: kindPlain, repeat: true, fn: fn, label: "MutationObserver", from: m.from()}))
		return nil
	})
	give("mutate", func(call goja.FunctionCall) any {
		m.web.Mutate(uint32(call.Argument(0).ToInteger()))
		return nil
	})
	give("draw", func(call goja.FunctionCall) any {
		m.web.Draw(call.Argument(0).ToBoolean())
		return nil
	})
	m.method(host, "lacks", 1, m.lacksNamed)
	give("prioritized", m.prioritized)
	give("cleanUp", func(goja.FunctionCall) any {
		m.web.CleanUp()
		return nil
	})
	give("reportFired", m.reportsBy(m.web.ReportFired))
	give("reportAsked", m.reportsBy(m.web.ReportAsked))
	give("apart", func(goja.FunctionCall) any { return m.sawWhether(m.web.ListenersApart()) })
	m.requestHost(give)
	give("mentions", func(call goja.FunctionCall) any { return m.mentions(call.Argument(0).String()) })
	give("handlers", func(goja.FunctionCall) any {
		return m.mentioning(func(name string) bool { return strings.HasPrefix(name, "on") })
	})
	_ = host.Set("origin", pageOrigin)
	give("listens", func(call goja.FunctionCall) any {
		event, known := windowEvents[call.Argument(0).String()]
		if !known {
			return false
		}
		fn, _ := goja.AssertFunction(call.Argument(1))
		m.web.On(event, m.add(callback{kind: kindNative, repeat: true, label: event.String(), from: m.from(), native: func(given ecma.Value) (goja.Value, error) {
			if event == model.WindowError {
				return fn(goja.Undefined(), m.value(given))
			}
			return fn(goja.Undefined(), m.value(given), m.promiseObject(saw(m, m.web.ReportedPromise())))
		}}))
		return true
	})
}

// eventsHost is what the module events, which is written in JavaScript, asks of the
// run.
func (m *machine) eventsHost(o *goja.Object) {
	m.lackingHost(o, "events")
	m.method(o, "inspect", 2, m.inspectWith)
	_ = o.Set("release", newest(m.policy))
	_ = o.Set("captures", appearance{from: "12.16 13.4"}.in(m.policy))
	_ = o.Set("onceIsAsync", appearance{from: "14.17 15.0"}.in(m.policy))
	m.receivedHost(o)
	m.laterHost(o, eventsAppeared[:])
	_ = o.Set("keepsTargets", since(m.policy, 15) && !appearance{from: "16.17 18.5"}.in(m.policy)) // observed: in 16.16.0 and 18.0.0, not in 16.17.1 and 18.5.0
	_ = o.Set("doneFirst", appearance{from: "26.4"}.in(m.policy))                                  // observed: not in 26.3.0
	_ = o.Set("tellsZero", appearance{from: "22.15 23.8"}.in(m.policy))                            // observed: neither in 22.14.0 nor in 23.7.0
	m.limitsHost(o)
	m.method(o, "targets", 0, func(goja.FunctionCall) goja.Value { return m.process.targets })
}

// laterHost tells a module that is written in JavaScript what of it the release has not
// yet.
func (m *machine) laterHost(o *goja.Object, appeared []appearance) {
	m.method(o, "later", 0, func(goja.FunctionCall) goja.Value {
		var names []any
		for _, a := range appeared {
			if !a.in(m.policy) {
				for name := range strings.FieldsSeq(a.names) {
					names = append(names, name)
				}
			}
		}
		return m.vm.NewArray(names...)
	})
}
