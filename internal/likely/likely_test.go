package likely_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"evsim/clock"
	"evsim/internal/likely"
)

const ms = clock.Millisecond

var shapes = []struct {
	shape likely.Shape
	r     clock.Range
}{
	{likely.Shape{}, clock.Range{Low: 2 * ms, High: 9 * ms}},
	{likely.Shape{Kind: likely.Uniform}, clock.Range{Low: -2, High: 5}},
	{likely.Shape{Kind: likely.Exponential, Mean: 5 * ms}, clock.Range{High: 80 * ms}},
	{likely.Shape{Kind: likely.Exponential, Mean: ms}, clock.Range{Low: 500 * ms, High: 510 * ms}},
	{likely.Shape{Kind: likely.Lognormal, P50: 4 * ms, P99: 60 * ms}, clock.Range{High: 900 * ms}},
	{likely.Shape{Kind: likely.Lognormal, P50: 4 * ms, P99: 60 * ms}, clock.Range{Low: 50 * ms, High: 90 * ms}},
	{likely.Shape{Kind: likely.Exponential, Mean: 2}, clock.Range{High: 9}},
	{likely.Shape{Kind: likely.Lognormal, P50: 3, P99: 9}, clock.Range{Low: 1, High: 12}},
}

// Draws fall into each part of a range as often as Share says, from the whole and
// from a part of it: chi-squared against 20 parts.
func TestDrawsAreSharedOut(t *testing.T) {
	const draws, parts = 20_000, 20
	random := rand.NewPCG(3, 4)
	for _, s := range shapes {
		for _, of := range []clock.Range{s.r, {Low: s.r.Low + (s.r.High-s.r.Low)/4, High: s.r.Low + (s.r.High-s.r.Low)/2}} {
			whole := s.shape.Share(s.r, of.Low, of.High)
			var drawn []clock.Span
			for range draws {
				d := s.shape.Draw(s.r, of.Low, of.High, random.Uint64())
				if d < of.Low || d > of.High {
					t.Fatalf("%v: %d is not in %v", s.shape, d, of)
				}
				drawn = append(drawn, d)
			}
			slices.Sort(drawn)
			var chi, sum float64
			low, n := of.Low, 0
			for k := range clock.Span(parts) {
				high := of.Low + (of.High-of.Low)*(k+1)/parts
				if high < low {
					continue
				}
				share := s.shape.Share(s.r, low, high) / whole
				at, _ := slices.BinarySearch(drawn, high+1)
				if want := share * draws; want > 1 {
					chi += (float64(at-n) - want) * (float64(at-n) - want) / want
				}
				sum += share
				low, n = high+1, at
			}
			if chi > 50 || math.Abs(sum-1) > 1e-6 { // 50: once in 8,000 of 19 degrees of freedom
				t.Errorf("%v in %v: chi-squared %.1f, the parts are %v together", s.shape, of, chi, sum)
			}
		}
	}
}

// The quantiles that a scenario tells are those of what is drawn.
func TestQuantilesAreAsTold(t *testing.T) {
	r := clock.Range{High: 3_000 * ms}
	for _, want := range []struct {
		shape likely.Shape
		at    clock.Span
		share float64
	}{
		{likely.Shape{Kind: likely.Lognormal, P50: 4 * ms, P99: 60 * ms}, 4 * ms, 0.5},
		{likely.Shape{Kind: likely.Lognormal, P50: 4 * ms, P99: 60 * ms}, 60 * ms, 0.99},
		{likely.Shape{Kind: likely.Exponential, Mean: 5 * ms}, 5 * ms, 1 - 1/math.E},
		{likely.Shape{Kind: likely.Uniform}, 750 * ms, 0.25},
	} {
		if got := want.shape.Share(r, 0, want.at); math.Abs(got-want.share) > 1e-5 {
			t.Errorf("%v: %v are at most %v, want %v", want.shape, got, want.at.Duration(), want.share)
		}
	}
	for _, s := range []likely.Shape{{Kind: likely.Lognormal, P50: 4 * ms, P99: 60 * ms}, {Kind: likely.Exponential, Mean: 5 * ms}} {
		most, ok := s.Most(1 << 50)
		if beyond := 1 - s.Share(clock.Range{High: 1 << 50}, 0, most); !ok || math.Abs(beyond-1e-6) > 1e-9 {
			t.Errorf("%v: %v lie beyond %v", s, beyond, most.Duration())
		}
	}
}

// Bounds on a binomial share, held against sums of its exact probabilities.
func TestIntervalsAreExact(t *testing.T) {
	for _, c := range [][2]int{{0, 1}, {1, 1}, {0, 20}, {3, 20}, {20, 20}, {7, 1000}, {500, 1000}} {
		hits, n := c[0], c[1]
		i := likely.Of(hits, n)
		if hits > 0 {
			if p := atLeast(hits, n, i.Low); math.Abs(p-0.025) > 1e-9 {
				t.Errorf("%d of %d: with %v so many or more come with %v", hits, n, i.Low, p)
			}
		} else if i.Low != 0 {
			t.Error(i)
		}
		if hits < n {
			if p := 1 - atLeast(hits+1, n, i.High); math.Abs(p-0.025) > 1e-9 {
				t.Errorf("%d of %d: with %v so few come with %v", hits, n, i.High, p)
			}
		} else if i.High != 1 {
			t.Error(i)
		}
	}
	if i := likely.Of(0, 0); i.Low != 0 || i.High != 1 || !math.IsNaN(i.Estimate) {
		t.Error(i)
	}
	if p := math.Pow(1-likely.AtMost(1000), 1000); math.Abs(p-0.05) > 1e-12 {
		t.Errorf("what is as likely as the bound is missed with %v", p)
	}
}

// atLeast is how likely it is that of n draws so many or more meet what is as likely as p.
func atLeast(hits, n int, p float64) (sum float64) {
	for k := hits; k <= n; k++ {
		all, _ := math.Lgamma(float64(n + 1))
		some, _ := math.Lgamma(float64(k + 1))
		others, _ := math.Lgamma(float64(n - k + 1))
		sum += math.Exp(all - some - others + float64(k)*math.Log(p) + float64(n-k)*math.Log1p(-p))
	}
	return sum
}

func TestShapesAreWritten(t *testing.T) {
	for want, shape := range map[string]likely.Shape{
		"": {}, "uniform": {Kind: likely.Uniform}, "exponential(mean=0.000001ms)": {Kind: likely.Exponential, Mean: 1},
		"lognormal(p50=4.25ms, p99=1000ms)": {Kind: likely.Lognormal, P50: 4*ms + ms/4, P99: clock.Second},
	} {
		if got := shape.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
