package evidence

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"evsim/internal/observe"
	"evsim/scenario"
	"evsim/scenario/script"
)

// anyTime stands for milliseconds that are not compared.
const anyTime = "~"

// Timeless rewords lines of a scenario's log so that they do not tell how many
// milliseconds went by, which in real time is another number every time: what
// stands in the holes of ${now} and of marks becomes "~".
func Timeless(s *scenario.Scenario) func(line string) string {
	var plain []string
	var timed []*regexp.Regexp
	for _, text := range s.Script.Texts {
		switch pattern, holes := template(text); {
		case holes == 0 && len(text.Parts) == 1 && text.Parts[0].Hole == script.HoleNone:
			plain = append(plain, text.Parts[0].Text)
		case holes > 0:
			timed = append(timed, pattern)
		}
	}
	if timed == nil {
		return func(line string) string { return line }
	}
	fixed := make(map[string]bool, len(plain))
	for _, line := range plain {
		fixed[line] = true
	}
	return func(line string) string {
		if fixed[line] {
			return line
		}
		return reword(line, timed)
	}
}

// Counted is an outcome and how many runs had it.
type Counted struct {
	Outcome
	Runs int
}

// MergeTimes makes one of observations that differ only in times, the most frequent
// first. Those of a stamped scenario keep when their lines were logged.
func MergeTimes(s *scenario.Scenario, all []observe.Observed, stamped bool) (out []Counted) {
	timeless := Timeless(s)
	for _, o := range all {
		one := Counted{OutcomeOf(o.Observation), o.Runs}
		if stamped {
			one.unstamp(o.Runs)
		}
		one.Log = each(one.Log, timeless)
		same := func(other Counted) bool {
			return other.Code == one.Code && other.Unsettled == one.Unsettled && slices.Equal(other.Log, one.Log)
		}
		if i := slices.IndexFunc(out, same); i >= 0 {
			out[i].Runs += one.Runs
			out[i].Millis = append(out[i].Millis, one.Millis...)
		} else {
			out = append(out, one)
		}
	}
	slices.SortStableFunc(out, func(a, b Counted) int { return b.Runs - a.Runs })
	return out
}

// unstamp takes the times off the lines of a stamped log that so many runs had.
func (o *Outcome) unstamp(runs int) {
	lines, millis := make([]string, len(o.Log)), make([]float64, len(o.Log))
	for i, line := range o.Log {
		text, ms := Unstamped(line)
		at, err := strconv.ParseFloat(ms, 64)
		if err != nil {
			return // no stamped log
		}
		lines[i], millis[i] = text, at
	}
	o.Log = lines
	for range runs {
		o.Millis = append(o.Millis, millis)
	}
}

// template is the pattern of a text's lines, with a group for each stretch that
// is not a time, and how many times are in it.
func template(t script.Text) (pattern *regexp.Regexp, holes int) {
	var b strings.Builder
	b.WriteString(`(?s)^(`)
	for _, part := range t.Parts {
		switch part.Hole {
		case script.HoleNow, script.HoleMark, script.HoleFrame:
			b.WriteString(`)(?:-?[0-9.]+|\?|` + anyTime + `)(`)
			holes++
		case script.HoleCount:
			b.WriteString(`[0-9]+`)
		case script.HoleError:
			b.WriteString(`.*`)
		default:
			b.WriteString(regexp.QuoteMeta(part.Text))
		}
	}
	b.WriteString(`)$`)
	return regexp.MustCompile(b.String()), holes
}

func reword(line string, timed []*regexp.Regexp) string {
	for _, pattern := range timed {
		if groups := pattern.FindStringSubmatch(line); groups != nil {
			return strings.Join(groups[1:], anyTime)
		}
	}
	return line
}
