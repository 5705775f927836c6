package js

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/dop251/goja"

	"evsim/ecma"
	"evsim/internal/say"
	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// DefaultSteps bounds the rounds of loops and the calls of functions of a run
// that has no limit of statements of its own: a run that comes there has taken
// some seconds, and an exploration makes many runs.
const DefaultSteps int64 = 20_000_000

// prepared is a program with what its runs need. Each run has an engine of its
// own: what one leaves behind is nothing to the next.
type prepared struct{ machine *machine }

// Prepare makes ready for runs under a policy that lacks nothing.
func (p *Program) Prepare(policy model.Policy, world *program.World, o program.Options) program.Run {
	m := &machine{program: p, world: world, policy: policy, halt: o.Halt, until: o.Until, room: o.Room, seed: o.Seed, heard: o.Wants != 0, unlisted: p.note}
	m.thens, m.numbers, m.places = make(map[uint32]goja.Callable), make(map[*goja.Object]uint32), make(map[goja.StackFrame]sim.Pos)
	m.immediateNumbers, m.platform = make(map[*goja.Object]int), make(map[string]*goja.Object)
	m.absent, m.first = p.absences(policy), sim.Pos{Line: 1, Col: 1, File: p.file}
	c := o.Config(policy, m, world, m.eventNumber)
	if m.limit = c.Loop.Limits.Statements; m.limit == 0 {
		m.limit = DefaultSteps
	}
	c.Loop.Limits.Statements = 0 // it counts what callbacks do, which this package does itself
	m.rt = model.New(c)
	m.node, m.web = m.rt.Node(), m.rt.Web()
	return &prepared{m}
}

// Run runs the program once more, from its start.
func (r *prepared) Run() (stop sim.Stop) {
	m := r.machine
	m.restart()
	defer m.begins()()
	defer m.ends()()
	defer func() {
		if broke := recover(); broke != nil {
			stop = m.failed(broke)
		}
	}()
	within := m.vm.ToValue(func(goja.FunctionCall) goja.Value {
		stop = m.strays(m.rt.Run())
		return nil
	})
	// From within a call the engine keeps its stack, and runs no jobs between
	// two callbacks. That the run has been stopped comes back as an error.
	value, err := m.vm.RunProgram(entry())
	if err == nil {
		call, _ := goja.AssertFunction(value)
		_, err = call(goja.Undefined(), within)
	}
	switch {
	case err == nil || stop.Reason != sim.Running:
	case m.rt.Stopped(): // in code that the model itself called, such as a trap of a proxy
		stop = m.strays(m.rt.How())
	case m.until == nil || m.until.Err() == nil:
		panic(err)
	default:
		stop = sim.Stop{Reason: sim.Abandoned}
		stop.Label, stop.At = m.broken(err)
	}
	return stop
}

// ends has the engine leave what it is at when there is no more time; the caller
// calls over when the run is.
func (m *machine) ends() (over func()) {
	if m.until == nil {
		return func() {}
	}
	vm := m.vm
	stop := context.AfterFunc(m.until, func() { vm.Interrupt(errStopped) })
	return func() { stop() }
}

// failed ends a run in which the engine itself panicked; other panics go on. The
// deferred function that recovered calls it.
func (m *machine) failed(broke any) sim.Stop {
	if _, deep := broke.(*goja.StackOverflowError); !deep && !strings.Contains(panicker(), "/goja.") {
		panic(broke)
	}
	text, _, _ := strings.Cut(fmt.Sprint(broke), "\n")
	broken := say.Of("the engine that runs the program failed: %s", text)
	stop := sim.Stop{Reason: sim.Abandoned, Error: broken}
	if at := m.at(m.from()); at.Line > 0 {
		stop.Label, stop.At = inCode, at
	}
	m.rt.Stop(stop)
	if stop = m.rt.How(); stop.At.Line > 0 && stop.Error == broken { // else it was over before
		stop.Error = say.Of("%s (%s)", stop.Error, m.shown(stop.At))
	}
	return stop
}

// panicker is the function that panicked first, as the deferred function of a
// panic may have done again.
func panicker() (function string) {
	var calls [1024]uintptr
	frames := runtime.CallersFrames(calls[:runtime.Callers(2, calls[:])])
	for panicked := false; ; {
		frame, more := frames.Next()
		switch own := strings.HasPrefix(frame.Function, "runtime."); {
		case frame.Function == "runtime.gopanic":
			panicked = true
		case panicked && !own:
			function, panicked = frame.Function, false
		}
		if !more {
			return function
		}
	}
}

// broken says what the engine was at when it was made to leave it.
func (m *machine) broken(err error) (label string, at sim.Pos) {
	var left *goja.InterruptedError
	if errors.As(err, &left) {
		stack := left.Stack()
		for i := range stack {
			if f := &stack[i]; f.SrcName() == bundleName {
				return inCode, m.at(*f)
			}
		}
	}
	return "", sim.Pos{}
}

// inCode is what a run was at that was ended in the midst of code.
var inCode = say.InCode.String()

// Figures are those of the last run.
func (r *prepared) Figures() model.Figures { return r.machine.rt.Figures() }

var _ interface {
	model.Script
	model.Unhandler
	ecma.Frames
	ecma.Foreign
	ecma.Releaser
} = (*machine)(nil)
