package explore

import (
	"math"

	"evsim/clock"
)

// bounds is a difference-bound matrix: for each pair of variables the largest
// value that the first can have above the second. Variable 0 is the start of
// the run, so row and column 0 hold the range of each variable. The matrix is
// kept closed: no bound can be tightened by going through a third variable.
//
// Times are whole nanoseconds, and differences of whole numbers with whole
// bounds always have whole solutions (the constraints are totally
// unimodular), so what the matrix allows is exactly what can be.
type bounds struct {
	size int          // variables
	room int          // variables that there is memory for
	max  []clock.Span // max[i*room+j]: x_i - x_j <= max
}

// maxVariables is how many variables one run may have: the start, and one for
// each unknown length. The numbers of instants have room for as many.
const maxVariables = 256

// free is the bound of a pair that nothing binds.
const free = clock.Span(math.MaxInt64 / 4)

func newBounds() bounds { return sized(1) }

// sized is the bounds of the start alone, with room for more variables.
func sized(room int) bounds {
	return bounds{size: 1, room: room, max: make([]clock.Span, room*room)}
}

func (b *bounds) at(i, j int) clock.Span { return b.max[i*b.room+j] }

func (b *bounds) set(i, j int, d clock.Span) { b.max[i*b.room+j] = d }

// restart forgets all variables but the start.
func (b *bounds) restart() {
	b.size = 1
	b.set(0, 0, 0)
}

// grow adds a variable that nothing binds yet.
func (b *bounds) grow() int {
	n := b.size
	if n == b.room {
		wider := sized(2 * b.room)
		wider.copyFrom(b)
		*b = wider
	}
	b.size++
	for i := range n {
		b.set(i, n, free)
		b.set(n, i, free)
	}
	b.set(n, n, 0)
	return n
}

// follow adds a variable that is a length between low and high after x_v. O(n).
func (b *bounds) follow(v int, low, high clock.Span) int {
	x := b.grow()
	for q := range x {
		if d := b.at(v, q); d < free {
			b.set(x, q, high+d)
		}
		if d := b.at(q, v); d < free {
			b.set(q, x, d-low)
		}
	}
	return x
}

// allows reports whether x_i - x_j <= d is possible.
func (b *bounds) allows(i, j int, d clock.Span) bool { return -b.at(j, i) <= d }

// implies reports whether x_i - x_j <= d is certain.
func (b *bounds) implies(i, j int, d clock.Span) bool { return b.at(i, j) <= d }

// given is what the variable that comes after some others can be, when these
// are chosen. Because the matrix is closed, what it says of them and of this
// one alone is all that there is to know.
func (b *bounds) given(chosen []clock.Span) (low, high clock.Span) {
	x := len(chosen)
	low, high = -free, free
	row, column := b.row(x)[:x], b.max[x:]
	for v, at := range chosen {
		low, high = max(low, at-column[v*b.room]), min(high, at+row[v])
	}
	return low, high
}

// assume adds x_i - x_j <= d, which must be possible. O(n²).
func (b *bounds) assume(i, j int, d clock.Span) {
	if b.implies(i, j, d) {
		return
	}
	var shorter [maxVariables]uint8 // the variables to which the way from i is shorter through j
	n, from, to := 0, b.row(i), b.row(j)
	for q, rest := range to {
		if rest < free && d+rest < from[q] {
			from[q] = d + rest
			shorter[n] = uint8(q)
			n++
		}
	}
	for p := range b.size {
		row := b.row(p)
		through := row[i] + d
		if p == i || row[i] >= free || through >= row[j] { // the way to j is no shorter through i
			continue
		}
		for _, q := range shorter[:n] {
			row[q] = min(row[q], through+to[q])
		}
	}
}

// row is what x_i can have above each variable.
func (b *bounds) row(i int) []clock.Span { return b.max[i*b.room:][:b.size] }

// copyFrom makes b the same as other.
func (b *bounds) copyFrom(other *bounds) {
	if b.size = other.size; b.room == other.room {
		copy(b.max, other.max[:b.size*b.room])
		return
	}
	if b.room < other.size {
		b.room, b.max = other.room, make([]clock.Span, other.room*other.room)
		copy(b.max, other.max[:b.size*b.room])
		return
	}
	for i := range b.size {
		copy(b.row(i), other.row(i))
	}
}

// clone is a copy that takes no more memory than it must.
func (b *bounds) clone() bounds {
	out := sized(b.size)
	out.copyFrom(b)
	return out
}
