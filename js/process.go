package js

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/dop251/goja"

	"evsim/clock"
	"evsim/ecma"
	"evsim/internal/say"
	"evsim/model"
)

// processState is the process object of a run.
type processState struct {
	object    *goja.Object
	listeners map[string][]listener
	loader    bool // the listener of the loader was among them
	deaf      bool // signals are not waited for any more
	exitCode  goja.Value
	givenCode goja.Value // the exit code as process.exit found it: what it tells listeners is no number made of it
	unhandled string     // the reason of the rejection that ends the process

	negative, noNumber bool            // Node told of such a delay, which it does once
	tried              map[string]bool // what is experimental
	deprecated         bool            // it told that rejections are to end processes

	ticks goja.Value // _tickCallback as Node made it; nil: the program does not have its name

	rejections int            // of promises, so far
	ids        map[uint32]int // of promises that were rejected
	tickThrew  bool           // out of _tickCallback, in the callback that is under way
	usualMost  *float64       // listeners of an event before Node warns; nil: as many as unless it is told otherwise
	most       *float64       // those of an event of process; nil: as many as of any other
	warned     map[string]bool
	env        *goja.Object // as Node made it
	pooled     bool         // the pool of threads has had work
	nextTick   *goja.Object // the method, as it was made; nil: the program does not name it
	targets    goja.Value   // knows how many listeners targets of events may have; nil: there are no such targets
}

// listener is one function that listens to an event.
type listener struct {
	fn     *goja.Object
	once   bool
	number uint32 // of its callback, of an event that the loop knows
}

var processEvents = map[string]model.Event{
	"uncaughtException": model.UncaughtException, "unhandledRejection": model.UnhandledRejection,
	"uncaughtExceptionMonitor": model.UncaughtExceptionMonitor,
	"rejectionHandled":         model.RejectionHandled, "beforeExit": model.BeforeExit, "exit": model.Exit,
	"SIGHUP": model.SIGHUP, "SIGINT": model.SIGINT, "SIGQUIT": model.SIGQUIT, "SIGTERM": model.SIGTERM, "SIGUSR2": model.SIGUSR2,
}

// ownPID is the number of the process.
const ownPID = 1

// installProcess makes the process object.
func (m *machine) installProcess() { m.set("process", m.processObject()) }

func (m *machine) processObject() *goja.Object {
	if m.process.object != nil {
		return m.process.object
	}
	o := m.vm.NewObject()
	m.process.object, m.process.listeners, m.process.warned = o, make(map[string][]listener), make(map[string]bool)
	version := versionOf(m.policy)
	versions := m.vm.NewObject()
	m.process.env = m.vm.NewObject()
	_ = versions.Set("node", strings.TrimPrefix(version, "v"))
	setAll(o, []property{
		{"version", version}, {"versions", versions}, {"platform", "linux"}, {"arch", "x64"}, {"pid", ownPID}, {"title", "node"}, {"execPath", "/usr/bin/node"}, {"env", m.process.env},
		{"argv", m.vm.NewArray("/usr/bin/node", "/"+m.program.title)}, {"execArgv", m.vm.NewArray()},
	})
	m.processEvents(o)
	m.processClock(o)
	m.named(o, "nextTick", 1, func(call goja.FunctionCall) goja.Value {
		var args []goja.Value
		if len(call.Arguments) > 1 {
			args = call.Arguments[1:]
		}
		m.later(call.Argument(0))
		m.node.NextTick(m.plainCallback(call.Argument(0), "nextTick", args))
		return goja.Undefined()
	})
	m.process.nextTick, _ = o.Get("nextTick").(*goja.Object)
	m.named(o, "exit", 1, m.exit)
	m.named(o, "reallyExit", 1, func(call goja.FunctionCall) goja.Value {
		m.endsAtOnce(int32(call.Argument(0).ToInteger()))
		return goja.Undefined()
	})
	m.named(o, "kill", 2, m.kill)
	m.ticksMethod(o)
	m.named(o, "abort", 0, func(goja.FunctionCall) goja.Value { m.endsAtOnce(134); return goja.Undefined() })
	m.named(o, "cwd", 0, func(goja.FunctionCall) goja.Value { return m.vm.ToValue("/") })
	m.named(o, "emitWarning", 1, m.emitWarning)
	m.keepsOwn(o, "emitWarning")
	m.named(o, "memoryUsage", 0, func(goja.FunctionCall) goja.Value {
		usage := m.vm.NewObject()
		_ = usage.Set("heapUsed", 0)
		_ = usage.Set("rss", 0)
		return usage
	})
	m.exitCodeProperty(o)
	_ = o.DefineDataPropertySymbol(goja.SymToStringTag, m.vm.ToValue("process"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	m.processStreams(o)
	_ = o.Set("release", m.releaseObject(version))
	_ = o.Set("domain", goja.Null())
	_ = o.Set("argv0", "node")
	m.givesLacking(o, "process")
	return o
}

// keepsOwn has the run end where the program replaces a method of process that Node
// itself calls: for its events (src/api/callback.cc, ProcessEmit) and its warnings.
func (m *machine) keepsOwn(o *goja.Object, name string) {
	if !m.mentions(name) {
		return
	}
	own := o.Get(name)
	get := m.function("get "+name, 0, func(goja.FunctionCall) goja.Value { return own })
	set := m.function("set "+name, 1, func(call goja.FunctionCall) goja.Value {
		if call.Argument(0) != own {
			m.lacks(say.Of("evsim does not have a `process.%s` of the program's own, which Node would call", name))
		}
		return goja.Undefined()
	})
	_ = o.DefineAccessorProperty(name, get, set, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// processEvents makes on, off and their kin.
func (m *machine) processEvents(o *goja.Object) {
	add := func(once, first bool) func(goja.FunctionCall) goja.Value {
		return func(call goja.FunctionCall) goja.Value {
			m.callable("listener", call.Argument(1))
			m.listen(call.Argument(0).String(), listener{fn: call.Argument(1).(*goja.Object), once: once}, first)
			return call.This
		}
	}
	for _, name := range [...]string{"on", "addListener"} {
		m.named(o, name, 2, add(false, false))
	}
	m.named(o, "once", 2, add(true, false))
	m.named(o, "prependListener", 2, add(false, true))
	for _, name := range [...]string{"off", "removeListener"} {
		m.named(o, name, 2, func(call goja.FunctionCall) goja.Value {
			m.unlisten(call.Argument(0).String(), call.Argument(1))
			return call.This
		})
	}
	m.named(o, "removeAllListeners", 1, func(call goja.FunctionCall) goja.Value {
		if len(call.Arguments) == 0 {
			m.unlistenAll()
			return call.This
		}
		event := call.Argument(0).String()
		if event == "newListener" || event == "removeListener" {
			m.lacks(say.Of("evsim does not have the listener of `%s` that process has itself", event))
		}
		m.unlistenEvent(event)
		return call.This
	})
	m.named(o, "listenerCount", 1, func(call goja.FunctionCall) goja.Value {
		return m.vm.ToValue(len(m.listenersOf(call.Argument(0).String())))
	})
	m.named(o, "listeners", 1, func(call goja.FunctionCall) goja.Value {
		var list []goja.Value
		for _, l := range m.listenersOf(call.Argument(0).String()) {
			list = append(list, l.fn)
		}
		return m.array(list)
	})
	m.named(o, "emit", 1, m.processEmit)
	m.keepsOwn(o, "emit")
	m.named(o, "prependOnceListener", 2, add(true, true))
	m.processLimits(o)
}

// processEmit is process.emit.
func (m *machine) processEmit(call goja.FunctionCall) goja.Value {
	event := call.Argument(0).String()
	heard := len(m.listenersOf(event)) > 0
	if event == "error" && !heard {
		panic(m.unheard(call.Argument(1)))
	}
	var args []goja.Value
	if len(call.Arguments) > 1 {
		args = call.Arguments[1:]
	}
	_, err := m.emit(event, args)
	m.rethrow(err)
	return m.vm.ToValue(heard)
}

// listenersOf are the listeners of an event. To those of exit belongs the one of the
// loader of modules, while it is there.
func (m *machine) listenersOf(event string) []listener {
	list := m.process.listeners[event]
	if event != "exit" || m.node == nil {
		return list
	}
	listens, number := m.sawWhether(m.node.LoaderListens()), saw(m, m.node.LoaderListener())
	switch at := slices.IndexFunc(list, func(l listener) bool { return l.number == number }); {
	case at < 0 && listens && !m.process.loader:
		m.process.loader = true
		fn := m.function("handleProcessExit", 0, func(goja.FunctionCall) goja.Value {
			m.node.LoaderExit()
			return goja.Undefined()
		})
		list = append([]listener{{fn: fn, number: number}}, list...)
	case at >= 0 && !listens:
		list = slices.Concat(list[:at], list[at+1:])
	}
	m.process.listeners[event] = list
	return list
}

// listen adds a listener. To the loop each is a callback of its own.
func (m *machine) listen(event string, l listener, first bool) {
	if event == "multipleResolves" && !since(m.policy, 25) { // which has it no more
		m.lacks("evsim does not have the event `multipleResolves` of process")
		return
	}
	e, known := processEvents[event]
	known = known && !(m.process.deaf && e.IsSignal())
	known = known && (e != model.UncaughtExceptionMonitor || (appearance{from: "12.17 13.7"}).in(m.policy))
	if known {
		l.number = m.add(callback{kind: kindNative, repeat: true, label: event, from: m.from(), native: func(given ecma.Value) (goja.Value, error) {
			defer m.back(m.within(m.listens(e)))
			return goja.Undefined(), m.hear(event, l, m.eventArguments(e, given))
		}})
	}
	list := m.listenersOf(event)
	defer m.warnOfListeners(event)
	if first {
		m.process.listeners[event] = append([]listener{l}, list...)
		m.listenAgain(event)
		return
	}
	if m.process.listeners[event] = append(slices.Clip(list), l); known {
		m.node.On(e, l.number)
	}
}

// listenAgain tells the loop of every listener of an event, in order.
func (m *machine) listenAgain(event string) {
	e, known := processEvents[event]
	if !known || m.process.deaf && e.IsSignal() && len(m.listenersOf(event)) > 0 {
		return
	}
	var numbers []uint32
	for _, l := range m.listenersOf(event) {
		numbers = append(numbers, l.number)
	}
	m.node.SetListeners(e, numbers)
}

// unlisten removes a listener, the one that was added last.
func (m *machine) unlisten(event string, fn goja.Value) {
	list := m.listenersOf(event)
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].fn == fn {
			m.process.listeners[event] = slices.Concat(list[:i], list[i+1:])
			if len(list) == 1 {
				delete(m.process.warned, event)
			}
			m.listenAgain(event)
			return
		}
	}
}

// unlistenEvent removes the listeners of one event.
func (m *machine) unlistenEvent(event string) {
	for _, l := range slices.Clone(m.listenersOf(event)) {
		m.unlisten(event, l.fn)
	}
}

// unlistenAll removes all listeners, those of the process itself, too: by one of them it
// begins to wait for a signal, and so does not any more (lib/internal/process/signal.js,
// startListeningIfSignal).
func (m *machine) unlistenAll() {
	m.unlistenEvent("exit") // of which only the loader's may be there
	for _, event := range slices.Sorted(maps.Keys(m.process.listeners)) {
		m.unlistenEvent(event)
	}
	m.process.deaf = true
}

// hear calls one listener.
func (m *machine) hear(event string, l listener, args []goja.Value) error {
	if l.once {
		m.unlisten(event, l.fn)
	}
	fn, _ := goja.AssertFunction(l.fn)
	_, err := fn(m.process.object, args...)
	return err
}

// emit calls the listeners that there are.
func (m *machine) emit(event string, args []goja.Value) (goja.Value, error) {
	for _, l := range m.listenersOf(event) {
		if err := m.hear(event, l, args); err != nil {
			return nil, err
		}
		if m.rt.Stopped() {
			break
		}
	}
	return goja.Undefined(), nil
}

// eventArguments are what the listeners of an event are given.
func (m *machine) eventArguments(e model.Event, given ecma.Value) []goja.Value {
	switch e {
	case model.UncaughtException, model.UncaughtExceptionMonitor:
		return m.uncaughtArguments(given)
	case model.UnhandledRejection:
		return []goja.Value{m.value(given), m.promiseObject(saw(m, m.node.ReportedPromise()))}
	case model.RejectionHandled:
		return []goja.Value{m.promiseObject(saw(m, m.node.ReportedPromise()))}
	case model.BeforeExit, model.Exit:
		if code := saw(m, m.node.ExitCode()); code != 0 && code != exitNumber(m.process.exitCode) {
			m.process.exitCode = m.vm.ToValue(code) // an exception that nothing caught has set it, or the loader of modules
		}
		number := saw(m, m.node.EmittedCode())
		if given := m.process.givenCode; e == model.Exit && truth(given) && exitNumber(given) == number {
			return []goja.Value{given}
		}
		return []goja.Value{m.vm.ToValue(number)}
	}
	return []goja.Value{m.vm.ToValue(e.String()), m.vm.ToValue(e.SignalNumber())}
}

// uncaughtArguments are the exception, and since 10.17 and 12 where it is from.
func (m *machine) uncaughtArguments(given ecma.Value) []goja.Value {
	args := []goja.Value{m.value(given)}
	switch {
	case !(appearance{from: "10.17 12.0"}).in(m.policy):
	case m.sawWhether(m.node.OfRejection()):
		args = append(args, m.vm.ToValue("unhandledRejection"))
	default:
		args = append(args, m.vm.ToValue("uncaughtException"))
	}
	return args
}

// tickCallback is process._tickCallback.
func (m *machine) tickCallback(goja.FunctionCall) goja.Value {
	if v, threw := m.sawThrown(m.node.TickCallback()); threw {
		m.process.tickThrew = true
		panic(m.value(v))
	}
	return goja.Undefined()
}

// outlives ends the run where a callback goes on after it caught what a tick threw out of
// _tickCallback: that has left Node's stack of asynchronous calls as it was in the tick,
// and Node ends the process for it as the callback is over (src/env.cc,
// AsyncHooks::pop_async_context). In a job the model ends it (model.Node.TickCallback).
func (m *machine) outlives(goesOn, around bool) {
	if m.process.tickThrew && goesOn {
		m.lacks(say.Of("evsim does not go on after a catch of what a tick threw out of `process._tickCallback`: Node mostly ends the process then"))
	}
	m.process.tickThrew = around
}

// processClock makes hrtime and uptime.
func (m *machine) processClock(o *goja.Object) {
	hrtime := m.method(o, "hrtime", 1, func(call goja.FunctionCall) goja.Value {
		d := m.exactly()
		if before, ok := call.Argument(0).(*goja.Object); ok {
			list := m.listOf(before)
			if len(list) == 2 {
				d -= clock.Span(list[0].ToInteger())*clock.Second + clock.Span(list[1].ToInteger())
			}
		}
		return m.vm.NewArray(int64(d/clock.Second), int64(d%clock.Second))
	})
	if m.has("process.hrtime.bigint") {
		m.method(hrtime, "bigint", 0, func(goja.FunctionCall) goja.Value { return m.bigint(int64(m.exactly())) })
	}
	m.named(o, "uptime", 0, func(goja.FunctionCall) goja.Value {
		m.node.Uptime()
		return m.vm.ToValue(float64(m.exactly()) / float64(clock.Second))
	})
}

// now is the time of day of new Date().
func (m *machine) now() time.Time { return time.UnixMilli(epoch + m.milliseconds()).UTC() }
