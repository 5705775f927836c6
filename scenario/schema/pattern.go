package schema

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf16"

	"evsim/scenario/syntax"
)

// The patterns are regular expressions that JavaScript and Go both read.

const (
	linePattern = `^[^\n\r]*$`

	// holesPattern is a line in which each `${` that no `$` stands before has
	// its `}`.
	holesPattern = `^(?:[^$\n\r]|\$+[^${\n\r]|\$\$+\{|\$\{[^}\n\r]*\})*\$*$`

	// rulePattern is what every rule has: a word of rules behind a label, or words
	// of rules before one.
	rulePattern = `\S +(?:(?:before|adjacent|or|never +after) +\S|(?:never|once) *$|at +[0-9.]+(?:ns|us|µs|μs|ms|s) *$|within +[0-9.]+(?:ns|us|µs|μs|ms|s) +of +\S)|^ *(?:eventually +\S|exactly +one +of +\S.*,.*\S|at +most +[0-9]+ +of +\S.*\.\..*\S)`

	// policyPattern is a version of Node.
	policyPattern = `^node@?[0-9]+(?:\.[0-9]+){0,2}$`

	delayWords = `[+-]?Infinity|NaN`
)

// namePattern is one word: of characters that [syntax.OutsideName] does not
// report. Those above ASCII stand in it as they are, for JavaScript and Go write
// their numbers differently.
var namePattern = sync.OnceValue(func() string {
	var b strings.Builder
	b.WriteString("^[^")
	write := func(r rune) {
		if r < 0xa0 {
			fmt.Fprintf(&b, `\x%02x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if utf16.IsSurrogate(r) || !syntax.OutsideName(r) {
			continue
		}
		first := r
		for r < unicode.MaxRune && syntax.OutsideName(r+1) {
			r++
		}
		write(first)
		if r > first {
			b.WriteByte('-')
			write(r)
		}
	}
	b.WriteString("]+$")
	return b.String()
})

// durations is a pattern of the durations from low to high, in nanoseconds,
// without anchors. Bounds are 0 or a power of ten, which may have a minus as
// the lower one.
func durations(units []syntax.Unit, low, high int64) string {
	var forms, all []string
	for len(units) > 0 {
		var names []string
		first := units[0]
		for len(units) > 0 && units[0].Decimals == first.Decimals {
			names, units = append(names, units[0].Name), units[1:]
		}
		forms, all = append(forms, upTo(high, first.Decimals)+either(names)), append(all, names...)
	}
	if low < 0 {
		return "-?" + either(forms)
	}
	return either(append(forms, `-0+(?:\.0+)?`+either(all))) // -0ms is 0ms
}

func either(patterns []string) string {
	if len(patterns) == 1 {
		return patterns[0]
	}
	return "(?:" + strings.Join(patterns, "|") + ")"
}

// upTo is a pattern of decimal numbers from 0 to a power of ten of nanoseconds,
// in a unit of which so many decimals are whole nanoseconds.
func upTo(high int64, decimals int) string {
	zeros := len(strconv.FormatInt(high, 10)) - 1
	whole := zeros - decimals
	fraction := fmt.Sprintf(`(?:\.[0-9]{1,%d}0*)?`, decimals)
	if decimals == 0 {
		fraction = `(?:\.0+)?`
	}
	switch {
	case whole > 0:
		return fmt.Sprintf(`0*(?:[0-9]{1,%d}%s|10{%d}(?:\.0+)?)`, whole, fraction, whole)
	case whole == 0:
		return fmt.Sprintf(`0*(?:0%s|1(?:\.0+)?)`, fraction)
	}
	return fmt.Sprintf(`0+(?:\.0+|\.0{%d}[0-9]{0,%d}0*|\.0{%d}10*)?`, -whole, zeros, -whole-1)
}

// noTime is a pattern of durations that last no time.
const noTime = `^-?0+(?:\.0+)?[a-zµμ]+$`
