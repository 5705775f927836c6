package interp

import (
	"slices"

	"evsim/ecma"
	"evsim/scenario/script"
)

// Equivalent is the first of the callbacks that do the same as one, so that no log
// can tell which of them ran (model.Script).
func (m *Machine) Equivalent(callback uint32) uint32 {
	if callback == ecma.NoCallback || callback&intervalBit != 0 {
		return callback
	}
	if m.equivalent == nil {
		m.equivalent = slices.Repeat([]script.BodyID{script.NoBody}, len(m.prog.Bodies))
	}
	first := &m.equivalent[callback]
	for body := script.BodyID(0); *first == script.NoBody; body++ {
		if m.prog.Equivalent(body, script.BodyID(callback)) {
			*first = body
		}
	}
	return uint32(*first)
}
