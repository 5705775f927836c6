package js

import (
	"math"
	"strings"

	"github.com/dop251/goja"

	"evsim/sim"
)

// exitCodeProperty is process.exitCode.
func (m *machine) exitCodeProperty(o *goja.Object) {
	m.process.exitCode = goja.Undefined()
	getter := m.function("exitCode", 0, func(goja.FunctionCall) goja.Value { return m.process.exitCode })
	setter := m.function("exitCode", 1, func(call goja.FunctionCall) goja.Value {
		m.setExitCode(call.Argument(0))
		return goja.Undefined()
	})
	_ = o.DefineAccessorProperty("exitCode", getter, setter, goja.FLAG_TRUE, goja.FLAG_TRUE)
}

// endsAtOnce ends the process without the event exit.
func (m *machine) endsAtOnce(code int32) {
	m.rt.Stop(sim.Stop{Reason: sim.Exited, Code: int(uint8(code))})
}

// setExitCode is process.exitCode = v; undefined and null are no code, except that
// the loader of modules took null for one as long as it also took process.exit for
// the end of the loop. Since 22.15 and 23.10 the property is the number that was
// made of it.
func (m *machine) setExitCode(v goja.Value) {
	m.checkExitCode(v)
	made := goja.Undefined()
	if goja.IsUndefined(v) || goja.IsNull(v) && !m.policy.Node.UnsettledForced {
		m.node.ClearExitCode()
	} else {
		code := exitNumber(v)
		if isInt32(v, code) || since(m.policy, 20) {
			m.node.SetExitCode(code)
		} else {
			m.node.MadeExitCode(code)
		}
		made = m.vm.ToValue(code)
	}
	m.process.exitCode = v
	if (appearance{from: "22.15 23.10"}).in(m.policy) {
		m.process.exitCode = made
	}
}

// checkExitCode throws at what is no exit code. Before 20 anything was.
func (m *machine) checkExitCode(v goja.Value) {
	if isNothing(v) || !since(m.policy, 20) {
		return
	}
	number := v
	if goja.IsString(v) && v.String() != "" && !math.IsNaN(v.ToFloat()) {
		number = v.ToNumber()
	}
	if !goja.IsNumber(number) {
		m.throwCoded("TypeError", "ERR_INVALID_ARG_TYPE", `The "code" argument must be of type number. Received `+m.received(v))
	}
	const safe = 1<<53 - 1
	switch f := number.ToFloat(); {
	case f != math.Trunc(f) || math.IsInf(f, 0):
		m.throwCoded("RangeError", "ERR_OUT_OF_RANGE", `The value of "code" is out of range. It must be an integer. Received `+number.String())
	case math.Abs(f) > safe:
		m.throwCoded("RangeError", "ERR_OUT_OF_RANGE", `The value of "code" is out of range. It must be >= -9007199254740991 && <= 9007199254740991. Received `+grouped(number.String()))
	}
}

// grouped is a whole number with _ between its thousands, as Node's errors write
// large ones (lib/internal/errors.js, addNumericalSeparator).
func grouped(digits string) string {
	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	}
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "_" + digits[at:]
	}
	return sign + digits
}

// exitNumber is the number that the system is given for an exit code.
func exitNumber(v goja.Value) int32 {
	if kind, _ := kindName(v); kind == "bigint" || kind == "symbol" {
		return 0 // no number can be made of it: before Node 20 that goes unseen
	}
	return int32(unsignedLong(v))
}

// isInt32 reports whether a value is a whole number as it stands (V8, Value::IsInt32).
func isInt32(v goja.Value, number int32) bool {
	if !goja.IsNumber(v) {
		return false
	}
	f := v.ToFloat()
	return f == float64(number) && !(f == 0 && math.Signbit(f))
}

// exit is process.exit. Since 20 undefined and null take a code away that was
// set, as an argument; before, what counts as false is no code, except 0
// (lib/internal/process/per_thread.js, exit).
func (m *machine) exit(call goja.FunctionCall) goja.Value {
	switch v := call.Argument(0); {
	case since(m.policy, 20) && len(call.Arguments) > 0, truth(v), goja.IsNumber(v) && v.ToFloat() == 0:
		m.setExitCode(v)
	}
	m.process.givenCode = m.process.exitCode
	v, threw := m.sawThrown(m.node.Exit())
	m.process.givenCode = nil
	if threw {
		panic(m.value(v))
	}
	return goja.Undefined()
}
