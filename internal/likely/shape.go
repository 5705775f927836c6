// Package likely weighs lengths of time: how the lengths of a range are
// distributed, how they are drawn, and what draws say of a likelihood.
package likely

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"evsim/clock"
)

// Kind is how the lengths of a range are distributed.
type Kind uint8

// The kinds.
const (
	Unsaid      Kind = iota // nothing is said of it: taken for Uniform where a likelihood is asked for
	Uniform                 // each length alike
	Exponential             // by the mean of what lies beyond the range's low end
	Lognormal               // by the length that half of all are at most, and that 99 of 100 are
)

// Shape is how the lengths of a range are distributed. Of one that goes beyond the
// range only what lies within counts: it is the distribution of a length of which
// it is known that it lies there. The zero Shape says nothing.
type Shape struct {
	Kind Kind
	Mean clock.Span // Exponential: above 0
	P50  clock.Span // Lognormal: above 0
	P99  clock.Span // Lognormal: above P50
	Cut  bool       // the range was not given, and ends at Most
}

// beyond is what part of a Shape lies beyond Most.
const beyond = 1e-6

// least is what part of a Shape must lie within its range: of less, floating-point
// numbers say nothing exact.
const least = 1e-9

// z99 is the standard normal distribution's quantile of 0.99.
const z99 = 2.3263478740408411

// Given reports whether anything is said.
func (s Shape) Given() bool { return s.Kind != Unsaid }

// Most is the length that one in a million exceeds, in whole microseconds, rounded
// up; false where a Shape needs a range, or the length is beyond limit.
func (s Shape) Most(limit clock.Span) (clock.Span, bool) {
	if s.Kind != Exponential && s.Kind != Lognormal {
		return 0, false
	}
	most := -math.Log(beyond) * float64(s.Mean)
	if s.Kind == Lognormal {
		most = float64(s.P50) * math.Exp(-normalQuantile(beyond)*s.sigma())
	}
	most = math.Ceil(most/float64(clock.Microsecond)) * float64(clock.Microsecond)
	return clock.Span(most), most <= float64(limit)
}

// Fits reports whether enough of the shape lies within a range to be weighed.
func (s Shape) Fits(r clock.Range) bool {
	return s.Kind != Lognormal || s.between(r.Low, r.Low, r.High) >= least
}

// String is the shape as a scenario writes it, without its range.
func (s Shape) String() string {
	switch s.Kind {
	case Uniform:
		return "uniform"
	case Exponential:
		return "exponential(mean=" + text(s.Mean) + ")"
	case Lognormal:
		return "lognormal(p50=" + text(s.P50) + ", p99=" + text(s.P99) + ")"
	}
	return ""
}

// text is a length in milliseconds, as a scenario writes it.
func text(d clock.Span) string {
	whole := strconv.FormatInt(int64(d/clock.Millisecond), 10)
	rest := strings.TrimRight(fmt.Sprintf("%06d", d%clock.Millisecond), "0")
	if rest != "" {
		rest = "." + rest
	}
	return whole + rest + "ms"
}

// Share is what part of a range's lengths lie from low to high, both included.
// Lengths are whole nanoseconds: each has what lies nearer to it than to others.
func (s Shape) Share(r clock.Range, low, high clock.Span) float64 {
	low, high = max(low, r.Low), min(high, r.High)
	switch {
	case low > high:
		return 0
	case low == r.Low && high == r.High:
		return 1
	case s.Kind == Unsaid || s.Kind == Uniform:
		return (float64(high-low) + 1) / (float64(r.High-r.Low) + 1)
	}
	return min(1, s.between(r.Low, low, high)/s.between(r.Low, r.Low, r.High))
}

// Draw is a length from low to high, which lie in the range, as the shape has it
// among these; u is 64 random bits. A uniform one is the same on every machine;
// others are as exact as package math is.
func (s Shape) Draw(r clock.Range, low, high clock.Span, u uint64) clock.Span {
	from, to := float64(low)-0.5, float64(high)+0.5
	p := (float64(u>>11) + 0.5) / (1 << 53)
	var drawn float64
	switch s.Kind {
	case Exponential: // what is left of a wait is distributed as the whole
		drawn = from - math.Log1p(p*math.Expm1((from-to)/float64(s.Mean)))*float64(s.Mean)
	case Lognormal:
		a, b := s.deviations(from), s.deviations(to)
		if a > 0 { // where numbers near 1 would say little
			z := normalQuantile(normal(-b) + p*(normal(-a)-normal(-b)))
			drawn = float64(s.P50) * math.Exp(-z*s.sigma())
		} else {
			z := normalQuantile(normal(a) + p*(normal(b)-normal(a)))
			drawn = float64(s.P50) * math.Exp(z*s.sigma())
		}
	default:
		return low + clock.Span(scaled(u, uint64(high-low)+1))
	}
	return clock.Span(min(max(math.Round(drawn), float64(low)), float64(high)))
}

// between is what part of all lies from low to high; all of an Exponential lies
// beyond start.
func (s Shape) between(start, low, high clock.Span) float64 {
	from, to := float64(low)-0.5, float64(high)+0.5
	if s.Kind == Exponential {
		return math.Exp((float64(start)-0.5-from)/float64(s.Mean)) * -math.Expm1((from-to)/float64(s.Mean))
	}
	a, b := s.deviations(from), s.deviations(to)
	if a > 0 {
		return normal(-a) - normal(-b)
	}
	return normal(b) - normal(a)
}

// normal is what part of a standard normal distribution is at most z.
func normal(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }

// deviations is by how many standard deviations the logarithm of x is above the
// median's.
func (s Shape) deviations(x float64) float64 {
	if x <= 0 {
		return math.Inf(-1)
	}
	return math.Log(x/float64(s.P50)) / s.sigma()
}

// sigma is the standard deviation of the logarithm.
func (s Shape) sigma() float64 { return math.Log(float64(s.P99)/float64(s.P50)) / z99 }

// Names lists how scenarios write the shapes, each with an example.
func Names() (names, examples []string) {
	examples = []string{"uniform", "exponential(mean=5ms)", "lognormal(p50=4ms, p99=60ms)"}
	for _, e := range examples {
		name, _, _ := strings.Cut(e, "(")
		names = append(names, name)
	}
	return names, examples
}
