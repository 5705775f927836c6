// Package closures is a second language of programs beside scenarios: functions
// of Go. It is for tests: of what depends on package program alone, and of what
// must hold of programs whose state nobody can see.
package closures

import (
	"runtime"

	"evsim/clock"
	"evsim/ecma"
	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// Program is a script of Go functions (program.Program). Main must do the same
// in each run: what it and its callbacks change, it must make anew.
type Program struct {
	Name  string
	World program.World
	Open  []program.Unknown // of the World and of Net; a range's Of is an index plus one
	Needs []program.Need
	Main  func(*Loop)
}

// Title is the program's name (program.Program).
func (p *Program) Title() string { return p.Name }

// Lengths are what is known to a range only (program.Program).
func (p *Program) Lengths() []program.Unknown { return p.Open }

// Worlds is the program's one world (program.Program).
func (p *Program) Worlds() []*program.World { return []*program.World{&p.World} }

// Lacks is the first of the program's needs that a policy has not
// (program.Program).
func (p *Program) Lacks(policy model.Policy) *program.Need {
	for i := range p.Needs {
		if !policy.Features.Has(p.Needs[i].Feature) {
			return &p.Needs[i]
		}
	}
	return nil
}

// Prepare makes ready for runs (program.Program).
func (p *Program) Prepare(policy model.Policy, world *program.World, o program.Options) program.Run {
	l := &Loop{main: p.Main}
	l.rt = model.New(o.Config(policy, l, world, nil))
	return l
}

// Loop is the event loop as functions of a Program see it, and its runs
// (program.Run, model.Script).
type Loop struct {
	main  func(*Loop)
	rt    *model.Runtime
	calls []call
}

// call is a function that waits to be called.
type call struct {
	label string
	at    sim.Pos
	do    func()
}

// Run runs the program once more (program.Run).
func (l *Loop) Run() sim.Stop {
	l.calls = l.calls[:0]
	return l.rt.Run()
}

// Figures are those of the last run (program.Run).
func (l *Loop) Figures() model.Figures { return l.rt.Figures() }

// add numbers a function. Its place is the line of Go that calls the Loop.
func (l *Loop) add(label string, do func()) (number uint32) {
	l.calls = append(l.calls, call{label, caller(), do})
	return uint32(len(l.calls) - 1)
}

// caller is the line that calls the exported method which asks for its caller.
func caller() sim.Pos {
	_, _, line, _ := runtime.Caller(3)
	return sim.Pos{Line: int32(line), Col: 1}
}

// Log logs a line.
func (l *Loop) Log(text string) {
	_, _, line, _ := runtime.Caller(1)
	l.rt.Log(text, sim.Pos{Line: int32(line), Col: 1})
}

// Timeout is setTimeout with a delay in milliseconds.
func (l *Loop) Timeout(delay float64, do func()) {
	l.rt.SetTimer(delay, l.add("Timeout", do), false, false)
}

// Then is Promise.resolve().then.
func (l *Loop) Then(do func()) {
	l.rt.Then(l.rt.NewSettled(ecma.Value{}, false), l.add("Then", do), ecma.NoCallback)
}

// Tick is process.nextTick, which only Node has.
func (l *Loop) Tick(do func()) { l.rt.Node().NextTick(l.add("Tick", do)) }

// Immediate is setImmediate, which only Node has.
func (l *Loop) Immediate(do func()) { l.rt.Node().SetImmediate(l.add("Immediate", do), true) }

// Net is an operation on a socket that takes so long, which only Node has.
func (l *Loop) Net(latency clock.Range, do func()) {
	l.rt.Node().Start(model.Operation{Kind: model.Watched, Latency: latency, Trips: 1, Callback: l.add("Net", do)})
}

// Main runs the script (model.Script).
func (l *Loop) Main() (threw bool) {
	l.main(l)
	return false
}

// Call calls a function (ecma.Code).
func (l *Loop) Call(number uint32, _ ecma.Value) (ecma.Value, bool) {
	l.calls[number].do()
	return ecma.Value{}, false
}

// Describe names a function, and says which line gave it to the loop
// (ecma.Code).
func (l *Loop) Describe(number uint32) (string, sim.Pos) {
	return l.calls[number].label, l.calls[number].at
}

// ErrorText is never asked: a program throws nothing (model.Script).
func (l *Loop) ErrorText(ecma.Value) string { return "" }
