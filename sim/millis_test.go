package sim_test

import (
	"math/big"
	"strings"
	"testing"

	"evsim/clock"
	"evsim/sim"
)

func TestAppendMillis(t *testing.T) {
	for d, want := range map[clock.Span]string{
		0:                          "0",
		8 * ms:                     "8",
		16_666_667:                 "16.67",
		16_700_000:                 "16.7",
		250 * clock.Microsecond:    "0.25",
		10 * clock.Microsecond:     "0.01",
		5 * clock.Microsecond:      "0.01",
		4_999:                      "0",
		999_995:                    "1",
		-1_500_000:                 "-1.5",
		1000 * 3600 * clock.Second: "3600000000",
	} {
		if got := string(sim.AppendMillis([]byte("x"), d)); got != "x"+want {
			t.Errorf("%d ns is %q, want %q", d, got, want)
		}
	}
}

// TestAppendMillisHasATwin rounds by exact fractions.
func TestAppendMillisHasATwin(t *testing.T) {
	d := dice(1)
	for range 5000 {
		span := clock.Span(d.below(2_000_000_000)) >> d.below(31)
		want := big.NewRat(int64(span), int64(ms)).FloatString(2) // halves away from zero
		want = strings.TrimSuffix(strings.TrimRight(want, "0"), ".")
		if want == "" {
			want = "0"
		}
		if got := string(sim.AppendMillis(nil, span)); got != want {
			t.Fatalf("%d ns is %q, want %q", span, got, want)
		}
	}
}
