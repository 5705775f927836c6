package report_test

import (
	"fmt"
	"strings"
	"testing"

	"evsim/internal/report"
	"evsim/internal/say"
	"evsim/program"
	"evsim/sim"
)

// Columns are aligned as a terminal shows them, where some characters are wide,
// and are as wide as the lines that are shown.
func TestColumnsAreAligned(t *testing.T) {
	want := []string{"事件循环", "b"}
	for i := range 40 {
		want = append(want, fmt.Sprintf("a line of some length, number %d", i))
	}
	got := []program.Line{{Text: "事件"}}
	for _, line := range want[1:] {
		got = append(got, program.Line{Text: line})
	}
	out := failedLog(t, want, got)
	for _, row := range []string{
		"\n           expected                                logged\n",
		"\n  >     1  事件循环                             1  事件\n",
		"\n        2  b                                    2  b\n",
		"\n        7  a line of some length, number 4      7  a line of some length, number 4\n",
		"\n           ... 35 lines that agree\n",
	} {
		if !strings.Contains(out, row) {
			t.Errorf("no row %q in\n%s", row, out)
		}
	}
}

// A line of any length is cut in linear time.
func TestLongLinesAreCut(t *testing.T) {
	for _, c := range []struct {
		line, shown string
	}{
		{strings.Repeat("x", 300_000), strings.Repeat("x", 59) + "…"},
		{strings.Repeat("字", 100_000), strings.Repeat("字", 29) + "… "},
		{strings.Repeat("x", 60), strings.Repeat("x", 60)},
		{strings.Repeat("x", 61), strings.Repeat("x", 59) + "…"},
		{"x" + strings.Repeat("\u0301", 100_000), "x" + strings.Repeat("\u0301", 100_000) + strings.Repeat(" ", 59)},
	} {
		out := failedLog(t, []string{c.line, strings.Repeat("y", 60)}, []program.Line{{Text: "a"}, {Text: "b"}})
		if row := "\n  >     1  " + c.shown + "      1  a\n"; !strings.Contains(out, row) {
			t.Errorf("no row %.200q in\n%.2000s", row, out)
		}
	}
}

// TestEqualReasonsAreCounted: of many checks that are not proved for one reason
// some are shown and the others counted; one with a reason of its own is shown.
func TestEqualReasonsAreCounted(t *testing.T) {
	f := &report.File{Name: "a.yaml", Title: "Many", Text: []byte("a\n"), Tests: []report.Test{{Policy: "node22"}}}
	for i := range 9001 {
		c := program.Check{What: fmt.Sprintf("log %d", i), Pos: sim.Pos{Line: 1, Col: 1}}
		why := say.Text("no run was made")
		if i == 9000 {
			why = "it jitters"
		}
		f.Tests[0].Checks = append(f.Tests[0].Checks, report.Check{Check: c.With(nil, why)})
	}
	var out strings.Builder
	w := report.New("text", &out, report.Options{})
	w.File(f)
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	for row, times := range map[string]int{
		": not proved: no run was made\n":                                           20,
		"  and 8980 other checks not proved for the same reason: no run was made\n": 1,
		"log 9000: not proved: it jitters\n":                                        1,
		"9001 checks, 9001 not proved\n":                                            1,
	} {
		if got := strings.Count(out.String(), row); got != times {
			t.Errorf("%q stands there %d times, want %d, in\n%s", row, got, times, out.String())
		}
	}
}

// failedLog is what is told of a log that is not the expected one.
func failedLog(t *testing.T, want []string, got []program.Line) string {
	t.Helper()
	at := sim.Pos{Line: 1, Col: 1}
	f := &report.File{Name: "a.yaml", Title: "循环", Tests: []report.Test{{Policy: "node22", Checks: []report.Check{{
		Check: program.Check{Policy: "node22", What: "log", Pos: at}.With(&program.Failure{Message: "it is", At: at, Want: want, Got: got}, ""),
	}}}}}
	var b strings.Builder
	w := report.New("text", &b, report.Options{NoTime: true})
	w.Begin([]string{f.Name})
	w.File(f)
	if err := w.End(report.Summary{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
