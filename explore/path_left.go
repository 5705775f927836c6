package explore

import "evsim/internal/say"

// leave is where nobody wants to know any more what the run does. It asks on until it
// has ended, and may ask other questions than a run that is not abandoned: none of them
// is answered by the log, which is cut here.
func (p *path) leave() {
	if p.left {
		return
	}
	p.left, p.leftAt = true, p.asked
	p.forget(p.leftAt)
	p.given = p.given[:min(len(p.given), p.depth)]
}

// back forgets what a run asked after it was left.
func (p *path) back() {
	if p.left {
		p.forget(p.leftAt)
		p.left = false
	}
}

// halting is when a run is abandoned: as the search says, and where it is left.
func (p *path) halting(over func() bool) func() bool {
	return func() bool {
		if !over() {
			return false
		}
		p.leave()
		return true
	}
}

// forget drops the questions of a run from the n-th on.
func (p *path) forget(n int) {
	for p.depth > 0 && p.branches[p.depth-1].at >= n {
		p.depth--
	}
	p.log = p.log[:n]
}

// fail gives a run up, unless nobody wants to know any more what it does.
func (p *path) fail(why say.Text) {
	if !p.left {
		p.failed, p.halted = why, true
	}
}

// lacks gives a run up that has too many unknown lengths.
func (p *path) lacks() {
	if !p.left {
		p.failed = say.Of("more than %d unknown lengths of time", maxVariables-1)
	}
}
