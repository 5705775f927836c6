package syntax

import (
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evsim/clock"
	"evsim/scenario/expect"
)

func TestSpans(t *testing.T) {
	tests := map[string]clock.Span{
		"0ms": 0, "1ns": 1, "1us": 1000, "1µs": 1000, "1μs": 1000, "1ms": 1_000_000, "1s": 1_000_000_000,
		"0.5ms": 500_000, "1.500ms": 1_500_000, "1.0ns": 1, "-2ms": -2_000_000, "007ms": 7_000_000, "100000000s": maxSpan,
	}
	for text, want := range tests {
		if got, f := parseSpan(text); f != nil || got != want {
			t.Errorf("%s is %d (%v), want %d", text, got, f, want)
		}
	}
	for _, text := range []string{"", "ms", "-ms", ".5ms", "5.ms", "+5ms", "1e3ms", "5MS", "1.2.3ms", "--5ms", "5ms ", "0x5ms", "∞s"} {
		if got, f := parseSpan(text); f == nil {
			t.Errorf("%q is %d", text, got)
		}
	}
}

// The exact way and the slow one agree on every number.
func TestSpansAgainstRationals(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		u := units[random.IntN(len(units))]
		number := strconv.Itoa(random.IntN(1_000_000))
		if random.IntN(2) == 0 {
			number += "." + strings.Repeat("0", random.IntN(5)) + strconv.Itoa(random.IntN(100_000))
		}
		exact, _ := new(big.Rat).SetString(number)
		exact.Mul(exact, new(big.Rat).SetInt64(int64(u.length)))
		got, f := parseSpan(number + u.name)
		if (f == nil) != exact.IsInt() {
			t.Fatalf("%s%s is %s ns, and the parser says %v", number, u.name, exact, f)
		}
		if f == nil && exact.Cmp(new(big.Rat).SetInt64(int64(got))) != 0 {
			t.Fatalf("%s%s is %s ns, and the parser says %d", number, u.name, exact, got)
		}
	}
}

func TestRanges(t *testing.T) {
	tests := map[string]clock.Range{
		"1ms": {Low: ms, High: ms}, "0ms..3ms": {High: 3 * ms}, "1us..1ms": {Low: 1000, High: ms}, "-1ms..1ms": {Low: -ms, High: ms}, "2ms..2ms": {Low: 2 * ms, High: 2 * ms},
	}
	for text, want := range tests {
		if got, f := parseRange(text); f != nil || got != want {
			t.Errorf("%s is %v (%v), want %v", text, got, f, want)
		}
	}
	faults := map[string]string{
		"0..3":       "write `0ms..3ms`",
		"0..3us":     "write `0ms..3us`",
		"0ms..":      "a range is `LOW..HIGH`, such as `0ms..3ms`",
		"0ms .. 3ms": "write `0ms..3ms`",
		"3ms..0ms":   "write `0ms..3ms`",
		"0ms...3ms":  "a range is `LOW..HIGH`, such as `0ms..3ms`",
	}
	for text, hint := range faults {
		if got, f := parseRange(text); f == nil || f.hint.String() != hint {
			t.Errorf("%s is %v (%v), want the hint %s", text, got, f, hint)
		}
	}
}

func TestIntegers(t *testing.T) {
	for text, want := range map[string]int64{"0": 0, "-5": -5, "9223372036854775807": 1<<63 - 1} {
		if got, f := parseInt(text); f != nil || got != want {
			t.Errorf("%s is %d (%v), want %d", text, got, f, want)
		}
	}
	for _, text := range []string{"", "-", "+5", "010", "-010", "1.0", "1_0", "1e2", "0x1", "0o7", "five", "９"} {
		if got, f := parseInt(text); f == nil {
			t.Errorf("%q is %d", text, got)
		}
	}
}

func TestRuleReadings(t *testing.T) {
	tests := map[string]expect.Rule{
		"a before b":              {Kind: expect.Before, A: "a", B: "b"},
		"the end before it all":   {Kind: expect.Before, A: "the end", B: "it all"},
		"never never":             {Kind: expect.Never, A: "never"},
		"before before after":     {Kind: expect.Before, A: "before", B: "after"},
		"at at 5ms":               {Kind: expect.At, A: "at", At: 5 * ms},
		`"a before b" never`:      {Kind: expect.Never, A: "a before b"},
		`a before "b once"`:       {Kind: expect.Before, A: "a", B: "b once"},
		`"\"q\" \\" once`:         {Kind: expect.Once, A: `"q" \`},
		"meet at noon adjacent b": {Kind: expect.Adjacent, A: "meet at noon", B: "b"},

		"a never after b":                    {Kind: expect.NeverAfter, A: "a", B: "b"},
		"a or b before c":                    {Kind: expect.Before, A: "a or b", B: "c"},
		"do or die or c":                     {Kind: expect.Or, A: "do", B: "die", More: []string{"c"}},
		`"do or die" or c`:                   {Kind: expect.Or, A: "do or die", B: "c"},
		`"a"or b`:                            {},
		"a within 2ms of b":                  {Kind: expect.Within, A: "a", B: "b", At: 2 * ms},
		"within within 2ms of of":            {Kind: expect.Within, A: "within", B: "of", At: 2 * ms},
		"eventually a or b":                  {},
		`eventually "a or b"`:                {Kind: expect.Eventually, A: "a or b"},
		"exactly one of a, b b,c":            {Kind: expect.ExactlyOne, A: "a", B: "b b", More: []string{"c"}},
		`exactly one of "a, b", c`:           {Kind: expect.ExactlyOne, A: "a, b", B: "c"},
		"at most 3 of a..b":                  {Kind: expect.AtMost, A: "a", B: "b", Most: 3},
		"at most 3 of a b .. c d":            {Kind: expect.AtMost, A: "a b", B: "c d", Most: 3},
		`at most 3 of "a..b".."c"`:           {Kind: expect.AtMost, A: "a..b", B: "c", Most: 3},
		"at most 3 of a..b..c":               {},
		"at most 0 of a..b":                  {},
		"at most 3 of a..a":                  {},
		"for each n: a${n} before b${n}":     {Kind: expect.Before, A: "a${n}", B: "b${n}", Each: "n"},
		"for each i: a ${i} adjacent b${i}":  {Kind: expect.Adjacent, A: "a ${i}", B: "b${i}", Each: "i"},
		"for each n: a${n} before b":         {},
		"for each n: a${n} once":             {},
		"for each n: for each n: a before b": {},
		"for each a before b":                {Kind: expect.Before, A: "for each a", B: "b"},
	}
	for text, want := range tests {
		words, f := ruleWords(text)
		var got expect.Rule
		if f == nil {
			got, f = readRule(words)
		}
		if (f != nil) != (want.A == "") {
			t.Errorf("%s is %+v, %v", text, got, f)
		} else if diff := cmp.Diff(want, got); f == nil && diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}
