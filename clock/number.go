package clock

// FractionBits is how many of a number's bits tell the part of a millisecond.
const FractionBits = 24

// Number is an instant as a number that is the smaller the earlier it is, with
// whole milliseconds above FractionBits, so that a structure which sorts by
// digits meets few that differ. There is none where an Oracle answers, nor
// more than seventeen years from the start.
func (c *Clock) Number(t Instant) (number uint64, ok bool) {
	ms := floorDiv(int64(t))
	number = uint64(ms+numberZero)<<FractionBits | uint64(int64(t)-ms*int64(Millisecond))
	return number, c.oracle == nil && uint64(ms+numberZero) < 2*numberZero
}

// numberZero is the milliseconds in the number of the instant 0.
const numberZero = 1 << (63 - FractionBits)

func floorDiv(ns int64) (ms int64) {
	ms = ns / int64(Millisecond)
	if ms*int64(Millisecond) > ns {
		ms--
	}
	return ms
}

// Numbered is the instant that has a number.
func Numbered(number uint64) Instant {
	ms := int64(number>>FractionBits) - numberZero
	return Instant(ms*int64(Millisecond) + int64(number&(1<<FractionBits-1)))
}
