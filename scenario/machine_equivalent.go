package scenario

import (
	"slices"

	"evsim/ecma"
)

// Equivalent is the first of the callbacks that do the same as one, so that no log
// can tell which of them ran (model.Script).
func (m *Machine) Equivalent(callback uint32) uint32 {
	if callback == ecma.NoCallback || callback&intervalBit != 0 {
		return callback
	}
	if m.equivalent == nil {
		m.equivalent = slices.Repeat([]BodyID{NoBody}, len(m.prog.Bodies))
	}
	first := &m.equivalent[callback]
	for body := BodyID(0); *first == NoBody; body++ {
		if m.prog.equivalent(body, BodyID(callback)) {
			*first = body
		}
	}
	return uint32(*first)
}
