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
	max  []clock.Span // max[i*maxVariables+j]: x_i - x_j <= max
}

// maxVariables is how many unknown lengths one run may have.
const maxVariables = 64

// free is the bound of a pair that nothing binds.
const free = clock.Span(math.MaxInt64 / 4)

func newBounds() bounds {
	return bounds{size: 1, max: make([]clock.Span, maxVariables*maxVariables)}
}

func (b *bounds) at(i, j int) clock.Span { return b.max[i*maxVariables+j] }

func (b *bounds) set(i, j int, d clock.Span) { b.max[i*maxVariables+j] = d }

// grow adds a variable that nothing binds yet.
func (b *bounds) grow() int {
	n := b.size
	b.size++
	for i := range n {
		b.set(i, n, free)
		b.set(n, i, free)
	}
	b.set(n, n, 0)
	return n
}

// allows reports whether x_i - x_j <= d is possible.
func (b *bounds) allows(i, j int, d clock.Span) bool { return -b.at(j, i) <= d }

// implies reports whether x_i - x_j <= d is certain.
func (b *bounds) implies(i, j int, d clock.Span) bool { return b.at(i, j) <= d }

// assume adds x_i - x_j <= d, which must be possible. O(n²).
func (b *bounds) assume(i, j int, d clock.Span) {
	if b.implies(i, j, d) {
		return
	}
	b.set(i, j, d)
	for p := range b.size {
		if b.at(p, i) >= free {
			continue
		}
		through := b.at(p, i) + d
		for q := range b.size {
			if b.at(j, q) < free && through+b.at(j, q) < b.at(p, q) {
				b.set(p, q, through+b.at(j, q))
			}
		}
	}
}

// copyFrom makes b the same as other.
func (b *bounds) copyFrom(other *bounds) {
	b.size = other.size
	for i := range b.size {
		copy(b.max[i*maxVariables:i*maxVariables+b.size], other.max[i*maxVariables:i*maxVariables+b.size])
	}
}
