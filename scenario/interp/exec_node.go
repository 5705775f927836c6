package interp

import (
	"strconv"

	"evsim/ecma"
	"evsim/model"
	"evsim/scenario/script"
)

// execKill is process.kill of the process itself.
func (m *Machine) execKill(_ *frame, s *script.Stmt) completion {
	m.node.Kill(script.EventName(s.Kind).Model())
	return next
}

// hasRef is what timeout.hasRef() or immediate.hasRef() returns, as text.
func (m *Machine) hasRef(h script.HandleID) string {
	ref := m.get(h)
	switch {
	case !m.handles[h].set:
		return "undefined"
	case m.prog.Handles[h].Kind == script.HandleImmediate:
		return strconv.FormatBool(m.node.HasRefImmediate(model.ImmediateRef(ref)))
	}
	return strconv.FormatBool(m.node.HasRefTimer(model.TimerRef(ref)))
}

func (m *Machine) execTickCallback(*frame, *script.Stmt) completion {
	if v, failed := m.node.TickCallback(); failed {
		return completion{threw, v}
	}
	return next
}

// execVM evaluates the body of a context. Nothing there throws out of it.
func (m *Machine) execVM(_ *frame, s *script.Stmt) completion {
	own := script.ContextMode(s.Kind) == script.ContextAfterEvaluate
	if own {
		m.node.BeginContext()
	}
	v, failed := m.call(s.Do, ecma.Value{})
	if own {
		m.node.EndContext()
	}
	if failed { // calls nest too deep
		return completion{threw, v}
	}
	return next
}
