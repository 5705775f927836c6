package js

import (
	"reflect"
	"strconv"

	"github.com/dop251/goja"

	"evsim/ecma"
)

// clearTimer is clearTimeout and clearInterval.
func (m *machine) clearTimer(call goja.FunctionCall) goja.Value {
	given := call.Argument(0)
	var t *timer
	if m.web != nil {
		t = m.timerAt(int64(int32(unsignedLong(given)))) // a long (Web IDL)
	} else if t = m.timerOf(given); t == nil {
		t = m.timerNumbered(given)
	}
	if t != nil && t.callback != ecma.NoCallback {
		m.clear(t)
	}
	return goja.Undefined()
}

func (m *machine) clear(t *timer) {
	t.done, t.cleared = true, true
	m.rt.ClearTimer(t.ref)
}

// timerOf is the timer that an object of Node's is.
func (m *machine) timerOf(v goja.Value) *timer {
	o, ok := v.(*goja.Object)
	if !ok || m.timerProto == nil || o.Prototype() != m.timerProto {
		return nil
	}
	n, ok := o.GetSymbol(symNumber).(interface{ ToInteger() int64 })
	if !ok {
		return nil
	}
	return m.timerAt(n.ToInteger())
}

func (m *machine) timerAt(number int64) *timer {
	if number < 1 || number > int64(len(m.timers)) {
		return nil
	}
	return &m.timers[number-1]
}

// timerNumbered is the timer of Node's that a number or a text names. Only one whose number
// was asked for is found, under the number that it had then (lib/timers.js clearTimeout,
// knownTimersById).
func (m *machine) timerNumbered(v goja.Value) *timer {
	if _, ok := v.(*goja.Object); ok || goja.IsUndefined(v) || goja.IsNull(v) {
		return nil
	}
	switch v.ExportType().Kind() {
	case reflect.Int64, reflect.Float64, reflect.String:
	default:
		return nil
	}
	key := v.String()
	number, err := strconv.ParseInt(key, 10, 64)
	if err != nil || strconv.FormatInt(number, 10) != key {
		return nil
	}
	if t := m.timerAt(number % renewal); t != nil && t.known == number {
		return t
	}
	return nil
}

// renewal is what a timer's number grows by each time that it is set again when it has run.
const renewal = 1 << 32

// asNumber is the number of Node's timer, by which it is found from the first time on that it
// is asked for (lib/internal/timers.js Timeout, Symbol.toPrimitive).
func (t *timer) asNumber() int64 {
	if !t.asked {
		t.asked, t.known = true, t.number
	}
	return t.number
}
