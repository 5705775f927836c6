package report

import (
	"bufio"
	"fmt"
	"strings"
	"time"

	"evsim/internal/diff"
	"evsim/internal/escape"
	"evsim/internal/say"
	"evsim/program"
	"evsim/sim"
)

// text writes for people.
type text struct {
	*bufio.Writer
	o     Options
	width int // of the longest file name
}

func (t *text) Begin(names []string) {
	for _, name := range names {
		t.width = max(t.width, escape.Width(Shown(name)))
	}
}

// File is a line for each policy that passed and one for those that came to the
// same otherwise, and below it what failed or is not proved. What is wrong with
// a file as such is told as diagnostics are, and not here.
func (t *text) File(f *File) {
	for _, g := range f.tests() {
		t.test(f, g)
	}
	if f.Empty() {
		t.printf("%s: warning: %s\n", Shown(f.Name), nothingExpected)
	}
}

// nothingExpected warns of a file that cannot fail.
const nothingExpected say.Text = "nothing is expected here, so nothing was tested: give it `expect` or `rules`"

func (t *text) test(f *File, g *group[Test]) {
	switch test := g.what; test.Verdict() {
	case Failed:
		t.line(t.o.Style.Bad("FAIL"), f, g, t.o.Lang.Sayf("%d of %s failed%s", test.Failures(), checks(len(test.Checks)), unproved(test)))
		t.found(f, test)
	case Unproved:
		t.line(t.o.Style.Bad("OPEN"), f, g, t.o.Lang.Sayf("%s%s%s", checks(len(test.Checks)), unproved(test), t.took(test.Took)))
		t.found(f, test)
	case Empty:
		if !t.o.Quiet {
			t.line(t.o.Style.Dim("none"), f, g, t.o.Lang.Say("nothing is expected"))
		}
	case Passed:
		if !t.o.Quiet {
			t.line(t.o.Style.Good("ok  "), f, g, t.o.Lang.Sayf("%s%s", checks(len(test.Checks)), t.took(test.Took)))
			t.each(test)
		}
	}
}

// found is what failed in a test, and then what is not proved.
func (t *text) found(f *File, test *Test) {
	t.WriteString("  " + t.o.Style.Bold(Shown(t.o.Lang.Say(f.Title))) + "\n")
	for i := range test.Checks {
		if c := &test.Checks[i]; c.Failure() != nil {
			t.failure(f, c)
			t.WriteString("\n")
		}
	}
	t.open(f, test)
}

// maxAlike is how many checks are shown that are not proved for the same reason:
// where there was no time for thousands of cases, their number says more.
const maxAlike = 20

// open is what is not proved in a test.
func (t *text) open(f *File, test *Test) {
	alike := make(map[say.Text]int)
	var reasons []say.Text
	for i := range test.Checks {
		c := &test.Checks[i]
		if !c.unproved() {
			continue
		}
		alike[c.Why]++
		switch n := alike[c.Why]; {
		case n <= maxAlike:
			Excerpt(t, f.Name, f.Text, c.Pos, headline(c, t.o.Lang))
			t.assumed(c)
			t.WriteString("\n")
		case n == maxAlike+1:
			reasons = append(reasons, c.Why)
		}
	}
	for _, why := range reasons {
		t.printf("  and %s not proved for the same reason: %s\n\n", say.Counted("1 other check", "%d other checks", alike[why]-maxAlike), Shown(t.o.Lang.Say(why)))
	}
}

// assumed says what to do about what the file leaves out, and how to see what
// is possible without it.
func (t *text) assumed(c *Check) {
	if len(c.Assumed) == 0 {
		return
	}
	t.printf("  give `clock.%s`: a range, or 0ms to say that it is meant\n", strings.Join(c.Assumed, "` and `clock."))
	if c.Replay != "" {
		t.printf("  see it: %s\n", c.Replay)
	}
}

// unproved says how many checks are not proved, if any.
func unproved(test *Test) say.Text {
	if n := test.Unproved(); n > 0 {
		return say.Of(", %d not proved", n)
	}
	return ""
}

func (t *text) line(word string, f *File, g *group[Test], what string) {
	fmt.Fprintf(t, "%s  %s  %-8s  %s\n", word, padded(Shown(f.Name), t.width), g.names(), what)
}

// took is how long a test took, for those who want to know all.
func (t *text) took(d time.Duration) say.Text {
	if t.o.NoTime || !t.o.Verbose {
		return ""
	}
	return say.Of(", %s", short(d))
}

// each lists the checks of a test.
func (t *text) each(test *Test) {
	if !t.o.Verbose {
		return
	}
	for i := range test.Checks {
		c := &test.Checks[i]
		t.printf("      %7s  %s%s\n", fmt.Sprintf("%d:%d", c.Pos.Line, c.Pos.Col), Shown(c.What), inCase(c))
	}
}

// printf writes in the language of the user.
func (t *text) printf(format say.Format, args ...any) { t.o.Lang.Fprintf(t, format, args...) }

// End counts.
func (t *text) End(s Summary) error {
	if s.Interrupted {
		t.printf("interrupted: ")
	}
	t.printf("%d passed, %d failed", s.Passed, s.Failed)
	if s.Unproved > 0 {
		t.printf(", %d not proved", s.Unproved)
	}
	t.printf(" (%s in %s)", checks(s.Checks), files(s.Files))
	if !t.o.NoTime {
		t.printf(" in %s", short(s.Took))
		if n := s.Passed + s.Failed + s.Empty + s.Unproved; n > 1 && s.Took > 0 {
			t.printf(", %.0f a second", float64(n)/s.Took.Seconds())
		}
	}
	if s.Broken > 0 {
		t.printf("; %s could not be tested", files(s.Broken))
	}
	t.WriteString("\n")
	return t.Flush()
}

// short is a time in two or three digits.
func short(d time.Duration) string {
	unit, name := time.Microsecond, "µs"
	switch {
	case d >= time.Second:
		unit, name = time.Second, "s"
	case d >= time.Millisecond:
		unit, name = time.Millisecond, "ms"
	}
	decimals := 1
	if d >= 100*unit {
		decimals = 0
	}
	return fmt.Sprintf("%.*f %s", decimals, float64(d)/float64(unit), name)
}

// failure shows what was expected and where, what logged the line that differs,
// both logs side by side, and how to see the run.
func (t *text) failure(f *File, c *Check) {
	failure := c.Failure()
	Excerpt(t, f.Name, f.Text, failure.At, headline(c, t.o.Lang))
	if failure.Logged != (sim.Pos{}) {
		Excerpt(t, f.Name, f.Text, failure.Logged, t.o.Lang.Say("the statement that logged it"))
	}
	switch {
	case failure.Want != nil:
		t.sideBySide(failure)
	case failure.Got != nil:
		t.logged(failure)
	}
	if len(c.Witness) > 0 {
		t.printf("  such as %s\n", Shown(strings.Join(c.Witness, ", ")))
	}
	if c.Replay != "" {
		t.printf("  see it: %s\n", c.Replay)
	}
}

func inCase(c *Check) say.Text {
	if c.Case == "" {
		return ""
	}
	return say.Of(" (case %q)", c.Case)
}

// maxContext is how many rows that agree are shown before and after those that
// differ, maxRows how many in all.
const (
	maxContext = 6
	maxRows    = 20
)

// sideBySide shows the logs in two columns, aligned, with a mark at each row in
// which they differ. Long runs of rows that agree are counted.
func (t *text) sideBySide(f *program.Failure) {
	parts := shownParts(f, diff.Align(f.Want, texts(f.Got)))
	expected := t.o.Lang.Say("expected")
	width := escape.Width(expected)
	for _, p := range parts {
		for _, r := range p.rows {
			width = max(width, min(escape.Width(line(r.Want, func() string { return f.Want[r.Want] })), maxColumn))
		}
	}
	fmt.Fprintf(t, "           %s         %s\n", padded(expected, width), t.o.Lang.Say("logged"))
	for _, p := range parts {
		for _, r := range p.rows {
			t.row(f, r, width)
		}
		if p.left > 0 {
			t.gap(p.left, p.why)
		}
	}
}

// part is some rows, and how many behind them are left out, and why.
type part struct {
	rows []diff.Row
	left int
	why  func(lines say.Text) say.Text
}

// shownParts chooses the rows that are shown.
func shownParts(f *program.Failure, rows []diff.Row) (parts []part) {
	var now part
	shown := 0
	for i := 0; i < len(rows); {
		end := alike(f, rows, i)
		switch {
		case shown >= maxRows:
			now.left, now.why = len(rows)-i, linesMore
			return append(parts, now)
		case end > i:
			now.left, now.why = end-i, linesThatAgree
			parts, now = append(parts, now), part{}
			i = end
		default:
			now.rows = append(now.rows, rows[i])
			shown++
			i++
		}
	}
	return append(parts, now)
}

// maxColumn is how wide the column of expected lines may get.
const maxColumn = 60

// alike is the end of a run of rows from i on that agree and are not near one
// that differs; i itself if there is none.
func alike(f *program.Failure, rows []diff.Row, i int) int {
	for j := max(i-maxContext, 0); j < i; j++ {
		if differs(f, rows[j]) {
			return i
		}
	}
	end := i
	for end < len(rows) && !differs(f, rows[end]) {
		end++
	}
	if end < len(rows) {
		end -= maxContext
	}
	if end <= i+1 { // a row takes no more room than saying that it is left out
		return i
	}
	return end
}

func differs(f *program.Failure, r diff.Row) bool {
	return r.Want < 0 || r.Got < 0 || f.Want[r.Want] != f.Got[r.Got].Text
}

func (t *text) row(f *program.Failure, r diff.Row, width int) {
	text := fmt.Sprintf("%5s  %s  %5s  %s", number(r.Want), padded(cut(line(r.Want, func() string { return f.Want[r.Want] }), width), width),
		number(r.Got), line(r.Got, func() string { return f.Got[r.Got].Text }))
	text = strings.TrimRight(text, " ")
	if differs(f, r) {
		t.WriteString("  > " + t.o.Style.Bad(text) + "\n")
	} else {
		t.WriteString("    " + text + "\n")
	}
}

func number(i int) string {
	if i < 0 {
		return "-"
	}
	return fmt.Sprint(i + 1)
}

func line(i int, text func() string) string {
	if i < 0 {
		return ""
	}
	return Shown(text())
}

// cut is a text in at most so many columns. Linear time.
func cut(text string, width int) string {
	end, columns := 0, 0
	for i, r := range text {
		if columns < width {
			end = i // with room for the mark
		}
		if columns += escape.Width(string(r)); columns > width {
			return text[:end] + "…"
		}
	}
	return text
}

// padded is a text in so many columns, or more if it needs them.
func padded(text string, width int) string {
	return text + strings.Repeat(" ", max(width-escape.Width(text), 0))
}

func (t *text) gap(n int, what func(lines say.Text) say.Text) {
	text := t.o.Lang.Say(what(say.Counted("1 line", "%d lines", n)))
	fmt.Fprintf(t, "           %s\n", t.o.Style.Dim("... "+text))
}

// logged shows a log that there is no other to hold against.
func (t *text) logged(f *program.Failure) {
	const most = 2 * maxContext
	for i := range min(len(f.Got), most) {
		fmt.Fprintf(t, "    %5d  %s\n", i+1, Shown(f.Got[i].Text))
	}
	if len(f.Got) > most {
		t.gap(len(f.Got)-most, linesAfter)
	}
}
