package sim

import (
	"strconv"

	"evsim/clock"
)

// AppendMillis appends a span in milliseconds, rounded to at most two decimals
// and without trailing zeros: 8, 16.7, 0.25.
func AppendMillis(text []byte, d clock.Span) []byte {
	hundredths := int64((max(d, -d) + 5*clock.Microsecond) / (10 * clock.Microsecond))
	if d < 0 && hundredths > 0 {
		text = append(text, '-')
	}
	text = strconv.AppendInt(text, hundredths/100, 10)
	switch rest := hundredths % 100; {
	case rest == 0:
	case rest%10 == 0:
		text = append(text, '.', byte('0'+rest/10))
	default:
		text = append(text, '.', byte('0'+rest/10), byte('0'+rest%10))
	}
	return text
}
