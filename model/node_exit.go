package model

import (
	"evsim/ecma"
	"evsim/sim"
)

// exitCode is process.exitCode, which a script may leave undefined.
type exitCode struct {
	code int32
	set  bool
	made bool // the number was made of another value
}

// or is the code if one was set.
func (c exitCode) or(otherwise int) int {
	if c.set {
		return int(uint8(c.code)) // the system keeps eight bits of it: _exit(2)
	}
	return otherwise
}

// SetExitCode is process.exitCode = code.
func (n *Node) SetExitCode(code int32) { n.exitCode = exitCode{code: code, set: true} }

// MadeExitCode is process.exitCode = v before Node 20, where v is no whole number of 32 bits
// and the system would make code of it. A process that dies of an exception does not see
// such a code (src/node_errors.cc, TriggerUncaughtException).
func (n *Node) MadeExitCode(code int32) { n.exitCode = exitCode{code, true, true} }

// ClearExitCode is process.exitCode = undefined.
func (n *Node) ClearExitCode() { n.exitCode = exitCode{} }

// ExitCode is process.exitCode; 0 when it is undefined.
func (n *Node) ExitCode() int32 { return n.exitCode.code }

// EmittedCode is the code that listeners of exit and beforeExit are given: all of one event
// the same, whatever the first of them sets.
func (n *Node) EmittedCode() int32 { return n.emitted }

// loaderListener is the listener of exit by which the loader of modules sets the exit code
// of one that still awaits (lib/internal/modules/run_main.js, handleProcessExit).
// It is the first, unless a script puts another before it; a script may take it away.
const loaderListener = ^uint32(0) - 1

// LoaderListener is that listener, as SetListeners takes it.
func (n *Node) LoaderListener() uint32 { return loaderListener }

// LoaderListens reports whether the loader's listener is there, or was taken away by
// the script alone.
func (n *Node) LoaderListens() bool {
	return n.world.ESM && n.rules.UnsettledExit == unsettledUnset && !n.loaderDone()
}

// loaderDone reports that the loader itself has taken its listener away.
func (n *Node) loaderDone() bool {
	return n.moduleOver || n.moduleDone && !n.rules.UnsettledForced
}

// LoaderExit is a call of the loader's listener.
func (n *Node) LoaderExit() {
	if n.loaderDone() || n.exitCode.set {
		return
	}
	if n.rules.UnsettledForced {
		n.CiteRule(RuleUnsettledForced)
	}
	n.SetExitCode(13)
}

// Exit is process.exit: the exit event, and nothing else ever again. It ends the
// process with the exit code that is set, so a code that it is given is set
// first. What a listener throws leaves process.exit, and the process goes on.
func (n *Node) Exit() (thrown ecma.Value, threw bool) {
	n.CiteRule(RuleExit)
	if !n.exiting {
		n.exiting = true
		if !n.rules.UnsettledForced { // lib/internal/process/per_thread.js, exit
			n.moduleOver = true
		}
		if _, threw := n.emit(Exit, ecma.Value{}); threw {
			return n.thrown, true
		}
	}
	n.Stop(sim.Stop{Reason: sim.Exited, Code: n.exitCode.or(0)})
	return ecma.Value{}, false
}

// exit is the natural end: the exit event, even if process.exit has emitted it
// in vain. Microtasks that the listeners queue still run, and rejections are
// reported; ticks and loop work do not. The code is used where none is set.
func (n *Node) exit(code int) {
	if n.Stopped() {
		return
	}
	n.Phase(InExit)
	n.exiting = true
	if n.readsCodeFirst() {
		code = n.exitCode.or(code) // so one that a listener takes away stays
	}
	if _, threw := n.emit(Exit, ecma.Value{}); threw {
		n.uncaught(n.thrown)
	} else {
		n.closeScope(RuleExit)
	}
	switch {
	case code == 0 || !n.rules.UnsettledLast:
	case n.moduleDone: // a listener has let it end
		code = 0
	case n.unsettled():
		n.exitCode.set = false
	}
	n.Stop(sim.Stop{Reason: sim.Ended, Code: n.exitCode.or(code)})
}

// readsCodeFirst reports that the code is read before the listeners of exit run,
// whether a module is over or not: since 22.15 and 23.10 (src/api/hooks.cc,
// EmitProcessExitInternal).
func (n *Node) readsCodeFirst() bool {
	return n.rules.UnsettledExit == unsettledZero && !n.rules.UnsettledLast
}

// exitUnsettled is the natural end while the module still awaits. The loader's
// own listener of exit, the first of all, sets the code if none is set
// (lib/internal/modules/run_main.js, handleProcessExit), or the process does
// behind them (src/api/embed_helpers.cc, EmitProcessExitInternal).
func (n *Node) exitUnsettled() {
	switch {
	case n.rules.UnsettledLast:
		n.CiteRule(RuleUnsettledLast)
		n.exit(13)
		return
	case n.rules.UnsettledExit == unsettledZero && n.unsettled():
		n.SetExitCode(13)
	}
	n.exit(0)
}

// moduleEnds is the way from the end of a module to the loader, which then takes
// away its listener of exit: a job more than what a module throws takes to
// uncaughtException (lib/internal/modules/run_main.js, handleMainPromise).
func (n *Node) moduleEnds(async bool) {
	if n.rules.UnsettledForced {
		n.enqueueMicrotask(sim.Callback{Kind: nodeModuleEnds, Ref: n.moduleHops(async)})
	}
}

// unsettledRule says when the exit code of a module that never settles is 13.
type unsettledRule uint8

// The rules.
const (
	unsettledNever unsettledRule = iota
	unsettledUnset               // where process.exitCode is undefined
	unsettledZero                // also where it was set to 0 (22)
)

var unsettledNames = [...]string{"-", "unset", "zero"}

// String is the rule in a word.
func (r unsettledRule) String() string { return unsettledNames[r] }

// unsettled reports that the exit code leaves room for 13.
func (n *Node) unsettled() bool {
	return !n.exitCode.set || n.rules.UnsettledExit == unsettledZero && n.exitCode.code == 0
}

// emitExit emits exit at an exception that nothing caught, unless the process
// is exiting already. A code that was set before makes way for that of an
// error; one that a listener sets stays. What a listener throws is lost
// (lib/internal/process/execution.js, createOnGlobalUncaughtException). Where the code
// of an exception is always 1, listeners are only told so, and process.exitCode is what it was.
func (n *Node) emitExit() {
	if n.exiting {
		return
	}
	n.exiting = true
	if n.rules.UncaughtIsOne {
		n.emitCode(Exit, 1)
		return
	}
	n.SetExitCode(1)
	n.emit(Exit, ecma.Value{})
}
