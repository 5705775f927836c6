package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"evsim/internal/say"
	"evsim/model"
)

// stats is what a run came to, and what it took of real time.
func stats(l *say.Language, f model.Figures, took time.Duration) string {
	var text strings.Builder
	took = max(took, time.Nanosecond)
	l.Fprintf(&text, "%s in %s took %s of real time: %s a second\n", counted("1 callback", "%s callbacks", f.Callbacks), counted("1 turn", "%s turns", f.Turns),
		took.Round(time.Microsecond), grouped(int64(float64(f.Callbacks)/took.Seconds())))
	if f.Time > 0 {
		l.Fprintf(&text, "  virtual time: %s, %s times as fast as real time\n", f.Time.Duration(), times(f.Time.Duration().Seconds()/took.Seconds()))
	}
	if len(f.Most) > 0 {
		text.WriteString(l.Say("  at one time at most:"))
		for i, most := range f.Most {
			if i > 0 {
				text.WriteByte(',')
			}
			fmt.Fprintf(&text, " %s %s", most.What, grouped(int64(most.Most)))
		}
		text.WriteByte('\n')
	}
	return text.String()
}

// times is a ratio with two digits, or whole.
func times(ratio float64) string {
	if ratio >= 10 {
		return grouped(int64(ratio))
	}
	return strconv.FormatFloat(ratio, 'g', 2, 64)
}

func counted(one say.Text, many say.Format, n int64) say.Text {
	if n == 1 {
		return one
	}
	return say.Of(many, grouped(n))
}

// grouped is a number with a comma before each three digits.
func grouped(n int64) string {
	text := strconv.FormatInt(n, 10)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
