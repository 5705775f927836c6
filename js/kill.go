package js

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"evsim/internal/say"
	"evsim/model"
)

// evsimSignals are those that a program may send to itself.
var evsimSignals = [...]model.Event{model.SIGHUP, model.SIGINT, model.SIGQUIT, model.SIGTERM, model.SIGUSR2}

// linuxSignals are the names of signals, in the order of their numbers from 1 (signal(7)).
var linuxSignals = strings.Fields("SIGHUP SIGINT SIGQUIT SIGILL SIGTRAP SIGABRT SIGBUS SIGFPE SIGKILL SIGUSR1 SIGSEGV SIGUSR2 SIGPIPE SIGALRM SIGTERM SIGSTKFLT" +
	" SIGCHLD SIGCONT SIGSTOP SIGTSTP SIGTTIN SIGTTOU SIGURG SIGXCPU SIGXFSZ SIGVTALRM SIGPROF SIGWINCH SIGIO SIGPWR SIGSYS")

// signalAliases are other names of signals.
var signalAliases = map[string]string{"SIGIOT": "SIGABRT", "SIGPOLL": "SIGIO"}

const lastSignal = 64 // those from 32 on have no names

// kill is process.kill (lib/internal/process/per_thread.js). A program knows one
// process, its own.
func (m *machine) kill(call goja.FunctionCall) goja.Value {
	if call.Argument(0).ToInteger() != ownPID {
		m.throwKill("ESRCH", -3)
	}
	number := m.signalNumber(call.Argument(1))
	if number == 0 {
		return m.vm.ToValue(true) // it asks whether the process is there
	}
	if number < 0 || number > lastSignal {
		m.throwKill("EINVAL", -22)
	}
	var have []string
	for _, e := range evsimSignals {
		if int64(e.SignalNumber()) == number {
			m.node.Kill(e)
			return m.vm.ToValue(true)
		}
		have = append(have, e.String())
	}
	name := itoa(int(number))
	if number <= int64(len(linuxSignals)) {
		name = linuxSignals[number-1]
	}
	m.lacks(say.Of("evsim does not have the signal `%s`; it has %s", name, strings.Join(have, ", ")))
	return nil
}

// signalNumber is the number of a signal that is given by it, or by its name.
func (m *machine) signalNumber(v goja.Value) int64 {
	_, isObject := v.(*goja.Object)
	if n := v.Export(); !isObject && (n == int64(v.ToInteger()) || n == float64(int32(v.ToInteger()))) {
		return v.ToInteger()
	}
	if !v.ToBoolean() {
		return int64(model.SIGTERM.SignalNumber())
	}
	name := v.String()
	if at := slices.Index(linuxSignals, cmp.Or(signalAliases[name], name)); at >= 0 {
		return int64(at) + 1
	}
	m.throwCoded("TypeError", "ERR_UNKNOWN_SIGNAL", "Unknown signal: "+name)
	return 0
}

// throwKill throws what the system says of a signal.
func (m *machine) throwKill(code string, errno int) {
	o := m.newError("Error", "kill "+code)
	if _ = o.Set("errno", errno); !since(m.policy, 13) {
		_ = o.Set("errno", code)
	}
	_ = o.Set("code", code)
	_ = o.Set("syscall", "kill")
	panic(o)
}
