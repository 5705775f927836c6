package script

// Loops reports whether a callback can run more statements than the file has.
func (p *Script) Loops() bool {
	for i := range p.Bodies {
		for k := range p.Bodies[i].Stmts {
			switch p.Bodies[i].Stmts[k].Verb {
			case VerbRepeat, VerbCall, VerbForAwait:
				return true
			}
		}
	}
	return false
}

// RefusedAtOnce reports whether the system call that begins an operation fails,
// as for a pipe that is not there. A connection by TCP is under way when it is
// refused (EINPROGRESS), and the kernel tells epoll, even on the same machine.
func (s *Stmt) RefusedAtOnce() bool {
	return s.Verb == VerbIO && IOKind(s.Kind) == IOPipe && s.Text != None && s.Span.Low < 0
}
