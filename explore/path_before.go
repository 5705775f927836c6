package explore

import "evsim/clock"

// Before answers a comparison (clock.Oracle).
func (p *path) Before(a, b clock.Instant) bool {
	va, vb := doubled(a), doubled(b)
	size := 2 * uint(p.bounds.size)
	switch {
	case va == vb && va&1 == 0:
		return clock.Span(b-a) > 0
	case uint(va) >= size || uint(vb) >= size || (va|vb)&1 != 0:
		return p.beforeOdd(a, b)
	}
	if value, ok := p.replayed(); ok {
		return value == 0
	}
	return p.compare(a, b)
}

// compare answers a comparison of instants that are counted from two variables.
func (p *path) compare(a, b clock.Instant) bool {
	va, ca := split(a)
	vb, cb := split(b)
	switch {
	case p.bounds.implies(va, vb, cb-ca-1):
		return p.settle(0) == 0
	case !p.bounds.allows(va, vb, cb-ca-1):
		return p.settle(1) == 0
	}
	return p.forkBefore(a, b)
}

// forkBefore tries both answers to a comparison. It is apart from compare, which
// would else clear room for a branch whenever it is asked.
//
//go:noinline
func (p *path) forkBefore(a, b clock.Instant) bool {
	return p.fork(branch{kind: before, last: 1, a: a, b: b}, 2) == 0
}
