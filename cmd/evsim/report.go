package main

import (
	"bufio"
	"fmt"
	"strings"
	"unicode/utf8"

	"evsim/scenario"
	"evsim/sim"
	"evsim/trace"
)

// reporter writes what test found.
type reporter struct {
	*bufio.Writer
	tally
	style trace.Style
	quiet bool
	width int // of the longest file name
}

func (r *reporter) measure(sources []*source) {
	for _, src := range sources {
		r.width = max(r.width, utf8.RuneCountInString(src.name))
	}
}

// report is the line of one file under one policy, and its failures.
func (r *reporter) report(v verdict) {
	r.checks += len(v.checks)
	bad := v.failures()
	switch {
	case bad > 0:
		r.failed++
		r.line(r.style.Bad("FAIL"), v, fmt.Sprintf("%d of %s failed", bad, counted(len(v.checks), "check")))
		for i := range v.checks {
			if f := v.checks[i].Failure; f != nil {
				r.failure(v.src, &v.checks[i], f)
			}
		}
	case len(v.checks) == 0:
		if !r.quiet {
			r.line(r.style.Dim("none"), v, "nothing is expected")
		}
	default:
		r.passed++
		if !r.quiet {
			r.line(r.style.Good("ok  "), v, counted(len(v.checks), "check")+sampled(v.checks))
		}
	}
}

func (r *reporter) line(word string, v verdict, what string) {
	fmt.Fprintf(r, "%s  %-*s  %-8s  %s\n", word, r.width, v.src.name, v.policy, what)
}

// sampled says so when not all the runs that can be were looked at.
func sampled(checks []scenario.Check) string {
	for _, c := range checks {
		if !c.Proved {
			return fmt.Sprintf(", sampled in %d runs", c.Runs)
		}
	}
	return ""
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func (r *reporter) summary() {
	fmt.Fprintf(r, "%d passed, %d failed (%s in %s)\n", r.passed, r.failed, counted(r.checks, "check"), counted(r.files, "file"))
}

// failure shows what was expected and where, what logged the line that differs,
// both logs side by side, and how to see the run.
func (r *reporter) failure(src *source, c *scenario.Check, f *scenario.Failure) {
	r.excerpt(src, f.At, fmt.Sprintf("%s%s: %s", c.What, inCase(c), f.Message))
	if f.Logged != (sim.Pos{}) {
		r.excerpt(src, f.Logged, "the statement that logged it")
	}
	if f.Want != nil {
		r.sideBySide(f)
	} else if f.Got != nil {
		r.logged(f)
	}
	r.WriteString("  see it: " + command(src, c, f) + "\n\n")
}

func inCase(c *scenario.Check) string {
	if c.Case == "" {
		return ""
	}
	return fmt.Sprintf(" (case %q)", c.Case)
}

// excerpt is a place of the file with a message of ours.
func (r *reporter) excerpt(src *source, at sim.Pos, message string) {
	d := scenario.Diagnostic{Pos: at, Width: 1}
	_, lines, _ := strings.Cut(d.Render(src.text), "\n")
	fmt.Fprintf(r, "  %s:%d:%d: %s\n", src.name, at.Line, at.Col, message)
	for line := range strings.Lines(lines) {
		r.WriteString("  " + line)
	}
}

// maxShown is how many lines of a log are shown around the one that differs.
const (
	maxBefore = 6
	maxAfter  = 6
)

// sideBySide shows the logs in two columns, with a mark at the first
// difference.
func (r *reporter) sideBySide(f *scenario.Failure) {
	differ := 0
	for differ < len(f.Want) && differ < len(f.Got) && f.Want[differ] == f.Got[differ].Text {
		differ++
	}
	from, to := max(differ-maxBefore, 0), min(differ+maxAfter, max(len(f.Want), len(f.Got)))
	width := utf8.RuneCountInString("expected")
	for i := from; i < min(to, len(f.Want)); i++ {
		width = max(width, utf8.RuneCountInString(f.Want[i]))
	}
	fmt.Fprintf(r, "           %-*s  %s\n", width, "expected", "logged")
	r.gap(from, "before")
	for i := from; i < to; i++ {
		r.pair(i, i == differ, width, f)
	}
	r.gap(max(len(f.Want), len(f.Got))-to, "after")
}

func (r *reporter) gap(n int, where string) {
	if n > 0 {
		fmt.Fprintf(r, "           %s\n", r.style.Dim(fmt.Sprintf("... %s %s", counted(n, "line"), where)))
	}
}

func (r *reporter) pair(i int, differ bool, width int, f *scenario.Failure) {
	want, got := "-", "-"
	if i < len(f.Want) {
		want = f.Want[i]
	}
	if i < len(f.Got) {
		got = f.Got[i].Text
	}
	text := fmt.Sprintf("%5d  %-*s  %s", i+1, width, want, got)
	if differ {
		r.WriteString("  > " + r.style.Bad(text) + "\n")
	} else {
		r.WriteString("    " + text + "\n")
	}
}

// logged shows a log that there is no other to hold against.
func (r *reporter) logged(f *scenario.Failure) {
	const most = maxBefore + maxAfter
	for i := range min(len(f.Got), most) {
		fmt.Fprintf(r, "    %5d  %s\n", i+1, f.Got[i].Text)
	}
	r.gap(len(f.Got)-most, "after")
}

// command is what a user types to see the run that failed.
func command(src *source, c *scenario.Check, f *scenario.Failure) string {
	if f.Seed == noSeed {
		return "(no run of a small seed has this log)"
	}
	text := "evsim run " + quoted(src.name) + " --policy " + c.Policy
	if c.Case != "" {
		text += " --case " + quoted(c.Case)
	}
	if f.Seed != 0 {
		text += fmt.Sprintf(" --seed %d", f.Seed)
	}
	return text
}

// quoted is a word as a shell takes it for one.
func quoted(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-+:,@", r)
	}
	if word != "" && strings.TrimFunc(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
