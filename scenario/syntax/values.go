package syntax

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"evsim/clock"
	"evsim/internal/say"
	"evsim/scenario/diagnostic"
)

// fault is what is wrong with a value, and how to put it right.
type fault struct{ message, hint say.Text }

// maxSpan is the longest time that a file may speak of, a bit more than three
// years. Sums of many of them still fit in a clock.Instant.
const maxSpan = 100_000_000 * clock.Second

// unit is a unit of time: its length and how many decimals of it are whole
// nanoseconds.
type unit struct {
	name     string
	length   clock.Span
	decimals int
}

// units are tried in order, so that a name comes before its own ending. The
// micro sign and the Greek letter look the same.
var units = [...]unit{
	{"ns", clock.Nanosecond, 0},
	{"us", clock.Microsecond, 3},
	{"µs", clock.Microsecond, 3},
	{"μs", clock.Microsecond, 3},
	{"ms", clock.Millisecond, 6},
	{"s", clock.Second, 9},
}

const durationHint = "a duration is a number with one of the units ns, us, ms, s, such as `5ms`"

// parseSpan reads a duration such as `1.5ms`, exactly.
func parseSpan(s string) (clock.Span, *fault) {
	digits, negative := strings.CutPrefix(s, "-")
	for _, u := range units {
		number, ok := strings.CutSuffix(digits, u.name)
		if !ok || !isDecimal(number) {
			continue
		}
		span, f := scale(number, u)
		if negative {
			span = -span
		}
		return span, f
	}
	if isDecimal(digits) {
		return 0, &fault{say.Of("%s has no unit", diagnostic.Code(s)), say.Of("write %s", diagnostic.Code(s+"ms"))}
	}
	return 0, &fault{say.Of("%s is not a duration", diagnostic.Code(s)), spanHint(s)}
}

// isDecimal reports whether s is digits, or digits with a point among them.
func isDecimal(s string) bool {
	whole, fraction, point := strings.Cut(s, ".")
	return isDigits(whole) && (!point || isDigits(fraction))
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// scale is a decimal number times a unit.
func scale(number string, u unit) (clock.Span, *fault) {
	whole, fraction, _ := strings.Cut(number, ".")
	fraction = strings.TrimRight(fraction, "0")
	if len(fraction) > u.decimals {
		return 0, &fault{say.Of("%s is finer than one nanosecond", diagnostic.Code(number+u.name)), "time is counted in whole nanoseconds"}
	}
	digits := whole + fraction + strings.Repeat("0", u.decimals-len(fraction))
	ns, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || clock.Span(ns) > maxSpan {
		return 0, &fault{say.Of("%s is longer than a simulation may last", diagnostic.Code(number+u.name)), "the longest time is `100000000s`"}
	}
	return clock.Span(ns), nil
}

// parseRange reads a duration, or a range such as `0ms..3ms`.
func parseRange(s string) (clock.Range, *fault) {
	low, high, ranged := strings.Cut(s, "..")
	if !ranged {
		span, f := parseSpan(s)
		return clock.Exactly(span), f
	}
	var r clock.Range
	var f *fault
	if r.Low, f = parseSpan(low); f != nil {
		return r, rangeFault(low, high, f)
	}
	if r.High, f = parseSpan(high); f != nil {
		return r, rangeFault(low, high, f)
	}
	if r.Low > r.High {
		return r, &fault{say.Of("%s ends before it begins", diagnostic.Code(s)), say.Of("write %s", diagnostic.Code(high+".."+low))}
	}
	return r, nil
}

// rangeFault proposes the whole range where the half alone would mislead.
func rangeFault(low, high string, f *fault) *fault {
	whole := withUnit(low) + ".." + withUnit(high)
	if _, bad := parseRangeHalves(withUnit(low), withUnit(high)); bad {
		return &fault{f.message, "a range is `LOW..HIGH`, such as `0ms..3ms`"}
	}
	return &fault{f.message, say.Of("write %s", diagnostic.Code(whole))}
}

func parseRangeHalves(low, high string) (r clock.Range, bad bool) {
	var f, g *fault
	r.Low, f = parseSpan(low)
	r.High, g = parseSpan(high)
	return r, f != nil || g != nil
}

func withUnit(s string) string {
	s = strings.TrimSpace(s)
	if isDecimal(strings.TrimPrefix(s, "-")) {
		return s + "ms"
	}
	return s
}

// parseInt reads an integer as people write one: no octal, no underscores, no
// fraction that would silently be cut off.
func parseInt(s string) (int64, *fault) {
	digits := strings.TrimPrefix(s, "-")
	switch {
	case isDigits(digits) && len(digits) > 1 && digits[0] == '0':
		return 0, &fault{say.Of("%s could be meant as an octal number", diagnostic.Code(s)), say.Of("write %s without the leading 0", diagnostic.Code(unpadded(s)))}
	case isDigits(digits):
		n, err := strconv.ParseInt(s, 10, 64)
		if errors.Is(err, strconv.ErrRange) {
			return 0, &fault{say.Of("%s is too large", diagnostic.Code(s)), ""}
		}
		return n, nil
	case strings.Contains(digits, "_") && isDigits(strings.ReplaceAll(digits, "_", "")):
		return 0, &fault{say.Of("%s is not an integer", diagnostic.Code(s)), say.Of("write %s", diagnostic.Code(strings.ReplaceAll(s, "_", "")))}
	}
	hint := say.Text("")
	if f, err := strconv.ParseFloat(s, 64); err == nil && math.Abs(f) < 1<<53 {
		hint = say.Of("write a whole number, such as %s", diagnostic.Code(strconv.FormatInt(int64(f), 10)))
	}
	return 0, &fault{say.Of("%s is not an integer", diagnostic.Code(s)), hint}
}

// unpadded is a number without the zeros that it begins with.
func unpadded(s string) string {
	digits, negative := strings.CutPrefix(s, "-")
	digits = strings.TrimLeft(digits, "0")
	if digits == "" || digits[0] == '.' {
		digits = "0" + digits
	}
	if negative {
		return "-" + digits
	}
	return digits
}

// parseDelay reads setTimeout's argument: a number of milliseconds as
// JavaScript or YAML writes it, or a duration.
func parseDelay(s string) (float64, *fault) {
	switch s {
	case "NaN", ".nan", ".NaN", ".NAN":
		return math.NaN(), nil
	case "Infinity", "+Infinity", ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF":
		return math.Inf(1), nil
	case "-Infinity", "-.inf", "-.Inf", "-.INF":
		return math.Inf(-1), nil
	}
	if strings.Contains(s, "..") {
		return 0, &fault{"a delay cannot be a range", "JavaScript's argument is one number; put a range in `clock`, `costs` or a `latency`"}
	}
	if digits := strings.TrimLeft(s, "+-"); len(digits) > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9' {
		return 0, &fault{say.Of("%s could be meant as an octal number", diagnostic.Code(s)), say.Of("write %s without the leading 0", diagnostic.Code(unpadded(strings.TrimPrefix(s, "+"))))}
	}
	if hex, ok := strings.CutPrefix(s, "0x"); ok {
		if n, err := strconv.ParseUint(hex, 16, 53); err == nil {
			return float64(n), nil
		}
	}
	if isNumber(s) {
		n, err := strconv.ParseFloat(s, 64)
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			return 0, &fault{say.Of("%s is not a delay", diagnostic.Code(s)), "a delay is a number of milliseconds or a duration"}
		}
		return n, nil // out of range is infinite, as in JavaScript
	}
	return parseDelaySpan(s)
}

// isNumber reports whether s is made of what decimal numbers are made of.
func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789+-.eE") == "" && strings.ContainsAny(s, "0123456789")
}

func parseDelaySpan(s string) (float64, *fault) {
	span, f := parseSpan(s)
	if f == nil {
		return float64(span) / float64(clock.Millisecond), nil
	}
	if bare := strings.ReplaceAll(s, "_", ""); bare != s && isNumber(bare) {
		return 0, &fault{say.Of("%s is not a delay", diagnostic.Code(s)), say.Of("write %s", diagnostic.Code(bare))}
	}
	if strings.HasSuffix(f.message.Format(), "is not a duration") {
		f.message = say.Of("%s is not a delay", diagnostic.Code(s))
		if f.hint == durationHint {
			f.hint = "a delay is a number of milliseconds or a duration, such as `5` or `1.5ms`"
		}
	}
	return 0, f
}

// parseBool reads true or false, and nothing else that YAML once took for them.
func parseBool(s string) (bool, *fault) {
	switch strings.ToLower(s) {
	case "true", "false":
		if s == "true" || s == "false" {
			return s == "true", nil
		}
		return false, &fault{say.Of("%s is neither `true` nor `false`", diagnostic.Code(s)), say.Of("write %s", diagnostic.Code(strings.ToLower(s)))}
	case "yes", "on", "y", "1":
		return false, &fault{say.Of("%s is neither `true` nor `false`", diagnostic.Code(s)), "write `true`"}
	case "no", "off", "n", "0":
		return false, &fault{say.Of("%s is neither `true` nor `false`", diagnostic.Code(s)), "write `false`"}
	}
	return false, &fault{say.Of("%s is neither `true` nor `false`", diagnostic.Code(s)), ""}
}
