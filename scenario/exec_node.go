package scenario

import "evsim/ecma"

// execKill is process.kill of the process itself.
func (m *Machine) execKill(_ *frame, s *Stmt) completion {
	m.node.Kill(modelEvents[s.Kind])
	return next
}

func (m *Machine) execTickCallback(*frame, *Stmt) completion {
	if v, failed := m.node.TickCallback(); failed {
		return completion{threw, v}
	}
	return next
}

// execVM evaluates the body of a context. Nothing there throws out of it.
func (m *Machine) execVM(_ *frame, s *Stmt) completion {
	own := ContextMode(s.Kind) == ContextAfterEvaluate
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
