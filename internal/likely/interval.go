package likely

import (
	"math"
	"math/bits"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mathext"
)

// Level is how often intervals and bounds hold, at least.
const Level = 0.95

// Interval is where a likelihood lies, as far as draws tell, at Level. Estimate is
// the likeliest value.
type Interval struct {
	Estimate, Low, High float64
}

// Exactly is a likelihood that is known.
func Exactly(p float64) Interval { return Interval{p, p, p} }

// Of is the interval of Clopper and Pearson (Biometrika 26, 1934) for a likelihood
// of which n independent draws met it in so many: whatever it is, the interval
// of at least 95 in 100 series of draws holds it. Without draws it is all there is.
func Of(hits, n int) Interval {
	if n == 0 {
		return Interval{math.NaN(), 0, 1}
	}
	const tail = (1 - Level) / 2
	i := Interval{Estimate: float64(hits) / float64(n), High: 1}
	if hits > 0 {
		i.Low = mathext.InvRegIncBeta(float64(hits), float64(n-hits+1), tail)
	}
	if hits < n {
		i.High = mathext.InvRegIncBeta(float64(hits+1), float64(n-hits), 1-tail)
	}
	return i
}

// Times is the interval of a likelihood that is so many times as large.
func (i Interval) Times(factor float64) Interval {
	return Interval{i.Estimate * factor, i.Low * factor, i.High * factor}
}

// Not is the interval of what is left to 1.
func (i Interval) Not() Interval { return Interval{1 - i.Estimate, 1 - i.High, 1 - i.Low} }

// AtMost is a bound on the likelihood of what none of n independent draws met: it
// is larger, or the draws are of the one in 20 series that miss it.
func AtMost(n int) float64 { return -math.Expm1(math.Log1p(-Level) / float64(max(n, 1))) }

// Percent is a part as a percentage with three digits, counted from 0% or from 100%,
// whichever is nearer; round says which way, as math.Round does.
func Percent(part float64, round func(float64) float64) string {
	least := min(part, 1-part) * 100
	decimals := 1
	if least > 0 && least < 10 {
		decimals = min(15, 2-int(math.Floor(math.Log10(least))))
	}
	factor := math.Pow10(decimals)
	text := strconv.FormatFloat(round(part*100*factor)/factor, 'f', decimals, 64)
	return strings.TrimRight(strings.TrimRight(text, "0"), ".") + "%"
}

// scaled is 64 random bits as a number below n; 0 for n of 0.
func scaled(u, n uint64) uint64 {
	high, _ := bits.Mul64(u, n)
	return high
}

// normalQuantile is below which number so large a part of a standard normal
// distribution lies.
func normalQuantile(p float64) float64 { return mathext.NormalQuantile(p) }
