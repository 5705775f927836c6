package explore

import "evsim/clock"

// A path leaves open which whole unit an instant lies in until a comparison
// needs it.
var _ clock.LateFloor = (*path)(nil)

// WakeLoosely leaves no end of a sleep open (clock.LateFloor).
func (*path) WakeLoosely(_, _, _ clock.Instant, _ clock.Span) (wake clock.Instant, ok bool) {
	return 0, false
}

// lateFloor is the last whole unit at or before an instant, under a name of its
// own: a negative variable, the first is -1.
type lateFloor struct {
	t, base clock.Instant
	unit    clock.Span
}

// maxLateFloors is how many floors of one run have names. The numbers of
// instants have room for as many. What comes after them is decided at once.
const maxLateFloors = 500

// isLate reports whether an instant is a floor that was left open.
func isLate(t clock.Instant) bool { return int64(t) < -1<<(constantBits-1) }

// Floor answers which whole unit an instant lies in (clock.Oracle).
func (p *path) Floor(t, base clock.Instant, unit clock.Span) clock.Instant {
	vt, ct := p.parts(t)
	vb, cb := p.parts(base)
	if vt == vb {
		return base.Add(wholeUnits(ct-cb, unit) * unit)
	}
	if value, ok := p.replayed(); ok {
		return base.Add(clock.Span(value) * unit)
	}
	low, high := p.units(lateFloor{t, base, unit})
	if low == high {
		return base.Add(clock.Span(p.settle(int64(low))) * unit)
	}
	k := p.fork(branch{kind: floor, value: int64(low), last: int64(high), a: t, b: base, unit: unit}, int(high-low)+1)
	return base.Add(clock.Span(k) * unit)
}

func wholeUnits(d, unit clock.Span) clock.Span {
	k := d / unit
	if d%unit < 0 {
		k--
	}
	return k
}

// FloorLate is the last whole unit at or before t, which is left open as long as
// no comparison needs it (clock.LateFloor).
func (p *path) FloorLate(t, base clock.Instant, unit clock.Span) clock.Instant {
	if doubled(t) == doubled(base) {
		return p.Floor(t, base, unit)
	}
	const now = int64(clock.Never) // in the log: the floor is decided at once
	if value, ok := p.replayed(); ok {
		if value == now {
			return p.Floor(t, base, unit)
		}
		return clock.Instant(value)
	}
	if !p.knows(split(t)) || !p.knows(split(base)) {
		return p.give(t, tooFar)
	}
	f := lateFloor{t, base, unit}
	if low, high := p.units(f); low == high {
		return clock.Instant(p.settle(int64(base.Add(low * unit))))
	}
	for i := len(p.late) - 1; i >= 0; i-- {
		if p.late[i] == f {
			return clock.Instant(p.settle(int64(join(-1-i, 0))))
		}
	}
	if len(p.late) == maxLateFloors {
		p.settle(now)
		return p.Floor(t, base, unit)
	}
	p.late = append(p.late, f)
	return clock.Instant(p.settle(int64(join(-len(p.late), 0))))
}

// units is how many whole units after its base a floor can be.
func (p *path) units(f lateFloor) (low, high clock.Span) {
	vt, ct := split(f.t)
	vb, cb := split(f.base)
	return wholeUnits(ct-cb-p.bounds.at(vb, vt), f.unit), wholeUnits(ct-cb+p.bounds.at(vt, vb), f.unit)
}

// decided is an instant by the name of what its floor is counted from. Where
// that is a floor which was left open, it is decided now.
func (p *path) decided(t clock.Instant) clock.Instant {
	if !isLate(t) {
		return t
	}
	v, c := split(t)
	f := &p.late[-1-v]
	return p.Floor(f.t, f.base, f.unit).Add(c)
}

// What the log says of a comparison with a floor, beside yes (0) and no (1).
const mustDecide = 2

// beforeOdd is Before for floors that were left open, for what is never, and for
// what is too far away.
func (p *path) beforeOdd(a, b clock.Instant) bool {
	va, ca := split(a)
	vb, cb := split(b)
	switch {
	case !p.names(va, ca) || !p.names(vb, cb):
		p.give(a, tooFar)
		return false
	case va == vb:
		return ca < cb
	case vb == never:
		return true
	case va == never:
		return false
	}
	return p.beforeLate(a, b, va, vb)
}

// names reports whether an instant that is counted from a variable so is one of the
// run's, a floor that was left open, or never.
func (p *path) names(v int, c clock.Span) bool {
	return near(c) && v < p.bounds.size && v >= -len(p.late) || v == never
}

// beforeLate answers a comparison of instants that are counted from two variables, of
// which one or both are floors that were left open.
func (p *path) beforeLate(a, b clock.Instant, va, vb int) bool {
	turned := vb < 0 && p.isBase(vb, va)
	value, ok := p.replayed()
	switch {
	case ok:
	case turned:
		return !p.beforeWhole(b, a, 1)
	case va < 0 && p.isBase(va, vb):
		return p.beforeWhole(a, b, 0)
	case va < 0 && vb < 0:
		value = p.settle(p.compareFloors(a, b))
	default:
		value = p.settle(p.compareFloor(a, b))
	}
	switch {
	case value != mustDecide:
		return (value == 0) != turned
	case va >= 0 || vb >= 0:
		return p.Before(p.decided(a), p.decided(b))
	case va > vb: // the older of the two: others will be compared with it
		return p.Before(p.decided(a), b)
	}
	return p.Before(a, p.decided(b))
}

// isBase reports whether a floor that was left open is counted from a variable.
func (p *path) isBase(floor, v int) bool {
	base, _ := split(p.late[-1-floor].base)
	return base == v
}

// beforeWhole answers whether a floor is less than d after an instant that is counted
// from the floor's base. A floor is before a whole unit if and only if what it is the
// floor of is, so no unit is decided.
func (p *path) beforeWhole(floor, other clock.Instant, d clock.Span) bool {
	v, c := split(floor)
	f := &p.late[-1-v]
	_, fixed := split(f.base)
	_, cw := split(other)
	units := -wholeUnits(-(cw + d - c - fixed), f.unit) // rounded up
	return p.Before(f.t, f.base.Add(units*f.unit))
}

// compareFloors says which of two floors is before the other, if that is certain.
func (p *path) compareFloors(a, b clock.Instant) int64 {
	va, ca := split(a)
	vb, cb := split(b)
	f, g := p.late[-1-va], p.late[-1-vb]
	if f.isFrom(g.base) && f.unit == g.unit {
		return p.compareUnits(f, g, -wholeUnits(ca-cb, f.unit)-1)
	}
	return mustDecide
}

func (f lateFloor) isFrom(base clock.Instant) bool {
	v, c := split(f.base)
	w, d := split(base)
	return v == w && c == d
}

// compareUnits says whether a floor is at most so many units above another, if
// that is certain.
func (p *path) compareUnits(f, g lateFloor, most clock.Span) int64 {
	low, high := p.units(f)
	least, last := p.units(g)
	vf, cf := split(f.t)
	vg, cg := split(g.t)
	switch {
	case high-least <= most || p.bounds.implies(vf, vg, most*f.unit+cg-cf):
		return 0
	case low-last > most || p.bounds.implies(vg, vf, cf-cg-(most+1)*f.unit):
		return 1
	}
	return mustDecide
}

// compareFloor says whether a is before b, of which one is a floor and the other
// is not, if that is certain.
func (p *path) compareFloor(a, b clock.Instant) int64 {
	aLeast, aMost := p.around(a)
	bLeast, bMost := p.around(b)
	certainly := func(x, y clock.Instant, d clock.Span) bool { // x - y <= d
		vx, cx := split(x)
		vy, cy := split(y)
		return p.bounds.implies(vx, vy, d+cy-cx)
	}
	for i := range aMost {
		for j := range bLeast {
			switch {
			case certainly(aMost[i], bLeast[j], -1):
				return 0
			case certainly(bMost[j], aLeast[i], 0):
				return 1
			}
		}
	}
	return mustDecide
}

// around is instants before or at which an instant is certainly not, and after
// which it is not: for a floor as what it is the floor of and as what it is
// counted from say.
func (p *path) around(t clock.Instant) (least, most [2]clock.Instant) {
	v, c := split(t)
	if v >= 0 {
		return [2]clock.Instant{t, t}, [2]clock.Instant{t, t}
	}
	f := p.late[-1-v]
	low, high := p.units(f)
	return [2]clock.Instant{f.t.Add(c - f.unit + 1), f.base.Add(low*f.unit + c)},
		[2]clock.Instant{f.t.Add(c), f.base.Add(high*f.unit + c)}
}
