package syntax

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evsim/clock"
	"evsim/internal/likely"
)

func TestShapes(t *testing.T) {
	lognormal := likely.Shape{Kind: likely.Lognormal, P50: 4 * ms, P99: 60 * ms}
	tests := map[string]struct {
		r     clock.Range
		shape likely.Shape
	}{
		"2ms..9ms":                                {r: clock.Range{Low: 2 * ms, High: 9 * ms}},
		"2ms..9ms uniform":                        {clock.Range{Low: 2 * ms, High: 9 * ms}, likely.Shape{Kind: likely.Uniform}},
		"2ms..9ms  uniform ":                      {clock.Range{Low: 2 * ms, High: 9 * ms}, likely.Shape{Kind: likely.Uniform}},
		"0ms..80ms exponential(mean=5ms)":         {clock.Range{High: 80 * ms}, likely.Shape{Kind: likely.Exponential, Mean: 5 * ms}},
		"1ms..90ms lognormal(p50=4ms, p99=60ms)":  {clock.Range{Low: ms, High: 90 * ms}, lognormal},
		"1ms..90ms lognormal( p99=60ms p50=4ms )": {clock.Range{Low: ms, High: 90 * ms}, lognormal},
		// -ln(1e-6) times the mean, to the microsecond above: by hand.
		"exponential(mean=5ms)": {clock.Range{High: 69_078 * clock.Microsecond}, likely.Shape{Kind: likely.Exponential, Mean: 5 * ms, Cut: true}},
	}
	for text, want := range tests {
		if r, shape, f := parseLength(text); f != nil || r != want.r || shape != want.shape {
			t.Errorf("%s is %v %+v (%v), want %v %+v", text, r, shape, f, want.r, want.shape)
		}
	}
	for text, want := range map[string]string{
		"5ms uniform":                             "write a range before it, such as `0ms..10ms`, or the length alone",
		"uniform":                                 "write the range before it, such as `0ms..10ms uniform`",
		"2ms..9ms unifrom":                        "there are `uniform`, `exponential(mean=5ms)`, `lognormal(p50=4ms, p99=60ms)`",
		"2ms..9ms normal(mean=5ms)":               "there are `uniform`, `exponential(mean=5ms)`, `lognormal(p50=4ms, p99=60ms)`",
		"2ms..9ms Uniform":                        "there are `uniform`, `exponential(mean=5ms)`, `lognormal(p50=4ms, p99=60ms)`",
		"2ms..9ms uniform(3ms)":                   "there are `uniform`, `exponential(mean=5ms)`, `lognormal(p50=4ms, p99=60ms)`",
		"exponential":                             "such as `exponential(mean=5ms)`",
		"exponential()":                           "such as `exponential(mean=5ms)`",
		"exponential(mean=0ms)":                   "such as `exponential(mean=5ms)`",
		"exponential(mean=-1ms)":                  "such as `exponential(mean=5ms)`",
		"exponential(mean=5)":                     "write `5ms`",
		"exponential(p50=5ms)":                    "such as `exponential(mean=5ms)`",
		"exponential(mean=5ms) x":                 "inside `{}` and `[]` a comma ends a text: write a space in its place, or quotes around all of it",
		"exponential(mean=100000000s)":            "write a range before it, such as `0ms..10s`",
		"lognormal(p50=4ms":                       "inside `{}` and `[]` a comma ends a text: write a space in its place, or quotes around all of it",
		"lognormal(p50=4ms, p50=5ms)":             "leave one of the two out",
		"lognormal(p50=4ms)":                      "such as `lognormal(p50=4ms, p99=60ms)`",
		"lognormal(p50=60ms, p99=4ms)":            "half of all lengths are at most `p50`, and 99 of 100 are at most `p99`",
		"lognormal(p50=4ms, p99=4ms)":             "half of all lengths are at most `p50`, and 99 of 100 are at most `p99`",
		"5s..9s lognormal(p50=4ms, p99=6ms)":      "write a range that contains such lengths",
		"9ms..2ms uniform":                        "write `2ms..9ms`",
		"2ms to 9ms uniform":                      "a duration is a number with one of the units ns, us, ms, s, such as `5ms`",
		"2..9 uniform":                            "write `2ms..9ms`",
		"1ms..2ms lognormal(p50=1ms, p99=2ms, x)": "such as `lognormal(p50=4ms, p99=60ms)`",
	} {
		if r, shape, f := parseLength(text); f == nil || f.hint.String() != want {
			t.Errorf("%s is %v %+v (%v), want the hint %s", text, r, shape, f, want)
		}
	}
}

// Lengths that nobody says a distribution of read as they always did.
func TestShapesLeaveRangesAlone(t *testing.T) {
	for _, text := range []string{"5ms", "0ms..3ms", "5 ms", "0 to 3ms", "0ms - 3ms", "5msec", "", "never", "-1ms..1ms", "x"} {
		want, wantFault := parseRange(text)
		r, shape, f := parseLength(text)
		if r != want || shape.Given() || (f == nil) != (wantFault == nil) || f != nil && *f != *wantFault {
			t.Errorf("%q is %v %+v %v, and was %v %v", text, r, shape, f, want, wantFault)
		}
	}
}

// A scenario keeps the shapes beside its unknowns.
func TestShapesAreOfUnknowns(t *testing.T) {
	s, diags := Parse("x.yaml", read(t, "testdata/good/distributions.yaml"))
	if s == nil {
		t.Fatal(diags)
	}
	var got []string
	for _, u := range s.Unknowns {
		got = append(got, u.Name+" "+u.Shape.String())
	}
	want := []string{
		"startup uniform", "phase exponential(mean=0.1ms)", "jitter uniform", "callback exponential(mean=0.01ms)", "latency lognormal(p50=4ms, p99=60ms)",
		"at lognormal(p50=20ms, p99=60ms)", "busy uniform", "latency lognormal(p50=4ms, p99=60ms)", "latency exponential(mean=5ms)", "latency exponential(mean=80ms)",
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// FuzzLength reads what it read once more from how that is written.
func FuzzLength(f *testing.F) {
	for _, text := range []string{"5ms", "2ms..9ms uniform", "exponential(mean=5ms)", "1ms..90ms lognormal(p50=4ms, p99=60ms)", "0s..1s exponential( mean=1us ,)", "lognormal(p99=2ns p50=1ns)", "5ms uniform", "uniform(", "1ms..2ms exponential(mean=100000000s)"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, shape, fault := parseLength(text)
		if fault != nil || !shape.Given() {
			return
		}
		if r.Low > r.High || r.Known() || shape.Share(r, r.Low, r.High) != 1 {
			t.Fatalf("%q is %v %+v", text, r, shape)
		}
		for _, u := range []uint64{0, 1, 1 << 63, 1<<64 - 1} {
			if d := shape.Draw(r, r.Low, r.High, u); d < r.Low || d > r.High {
				t.Fatalf("%q: %d is drawn of %v", text, d, r)
			}
		}
		written := shape.String()
		if !shape.Cut {
			written = fmt.Sprintf("%dns..%dns %s", r.Low, r.High, written)
		}
		if again, same, fault := parseLength(written); fault != nil || again != r || same != shape {
			t.Fatalf("%q is written %q and read as %v %+v (%v)", text, written, again, same, fault)
		}
	})
}
