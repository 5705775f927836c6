package syntax

import (
	"fmt"
	"strconv"
	"strings"

	"evsim/internal/say"
	"evsim/scenario/diagnostic"
)

// unitWords are other words for units, and how many of the unit one is.
var unitWords = map[string]struct {
	unit  string
	times int64
}{
	"ns": {"ns", 1}, "nanosecond": {"ns", 1}, "nanoseconds": {"ns", 1}, "nsec": {"ns", 1},
	"us": {"us", 1}, "µ": {"us", 1}, "μ": {"us", 1}, "microsecond": {"us", 1}, "microseconds": {"us", 1}, "usec": {"us", 1},
	"ms": {"ms", 1}, "msec": {"ms", 1}, "msecs": {"ms", 1}, "millis": {"ms", 1}, "millisecond": {"ms", 1}, "milliseconds": {"ms", 1},
	"s": {"s", 1}, "sec": {"s", 1}, "secs": {"s", 1}, "second": {"s", 1}, "seconds": {"s", 1},
	"m": {"s", 60}, "min": {"s", 60}, "mins": {"s", 60}, "minute": {"s", 60}, "minutes": {"s", 60},
	"h": {"s", 3600}, "hour": {"s", 3600}, "hours": {"s", 3600},
}

// spanHint looks for what somebody meant who wrote something like a duration.
func spanHint(s string) say.Text {
	if low, high, ok := cutRange(s); ok {
		if low, high = meantSpan(low), meantSpan(high); low != "" && high != "" {
			return say.Of("write the range as %s, where a range may stand", diagnostic.Code(low+".."+high))
		}
	}
	if meant := meantSpan(s); meant != "" {
		return say.Of("write %s", diagnostic.Code(meant))
	}
	return durationHint
}

// cutRange takes a range apart that is not written with two points.
func cutRange(s string) (low, high string, ok bool) {
	for _, between := range []string{" to ", " - ", "…", "..", "–", "-"} {
		if low, high, ok = strings.Cut(s, between); ok && low != "" {
			return low, high, true
		}
	}
	return "", "", false
}

// meantSpan is the duration that a text with an odd unit, space, sign or comma
// stands for, or "".
func meantSpan(s string) string {
	s = strings.TrimRight(strings.TrimSpace(s), ".;")
	end := 0
	for end < len(s) && strings.IndexByte("0123456789.,-+_", s[end]) >= 0 {
		end++
	}
	number := strings.TrimPrefix(strings.ReplaceAll(strings.ReplaceAll(s[:end], ",", "."), "_", ""), "+")
	word := strings.ToLower(strings.TrimSpace(s[end:]))
	unit, ok := unitWords[word]
	if !ok {
		return ""
	}
	if unit.times > 1 {
		n, err := strconv.ParseInt(number, 10, 32)
		if err != nil {
			return ""
		}
		number = fmt.Sprint(n * unit.times)
	}
	if !isDecimal(strings.TrimPrefix(number, "-")) {
		return "" // and parseSpan need not ask here again
	}
	if _, f := parseSpan(number + unit.unit); f != nil {
		return ""
	}
	return number + unit.unit
}
