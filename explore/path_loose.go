package explore

import "evsim/clock"

// loosePath is a path that leaves open at which instant of a unit a sleep
// ends (clock.LateFloor). A loop that sleeps by whole milliseconds wakes as far
// into one as it fell asleep; here that may be anywhere in it, so that it need not
// be asked in which millisecond the loop fell asleep. The runs of such a path are
// all that can be, and others.
//
// One that is adrift takes no sleep to end for certain: a part of a program sleeps in
// one piece where the whole is woken in between, and falls asleep anew.
type loosePath struct {
	*path
	adrift bool
}

// loose names the lengths that a run does not draw.
const loose = ^uint32(0)

// WakeLoosely is an unknown instant of the unit that begins at t (clock.LateFloor).
func (p loosePath) WakeLoosely(now, loop, t clock.Instant, unit clock.Span) (wake clock.Instant, ok bool) {
	const certain = int64(clock.Never) // in the log
	t = p.decided(t)
	v, c := p.parts(t)
	vn, cn := p.parts(now)
	if value, ok := p.replayed(); ok {
		return clock.Instant(value), value != certain
	}
	if v == never || vn == never || !p.bounds.allows(vn, v, c-cn) || !p.adrift && (!isLate(loop) || p.isSettled(loop)) {
		p.settle(certain)
		return 0, false
	}
	if p.bounds.size == maxVariables {
		p.lacks()
		p.settle(certain)
		return 0, false
	}
	x := p.bounds.follow(v, c, c+unit-1)
	p.made = append(p.made[:x], made{t, clock.Range{Low: 0, High: unit - 1, Of: loose}})
	p.bounds.assume(vn, x, -cn)
	return clock.Instant(p.settle(int64(join(x, 0)))), true
}

// isSettled reports whether a floor that was left open can be one unit only.
func (p *path) isSettled(floor clock.Instant) bool {
	v, _ := split(floor)
	low, high := p.units(p.late[-1-v])
	return low == high
}
