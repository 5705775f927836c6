package report

import (
	"bufio"
	"encoding/json"
	"fmt"
	"strings"
)

// tap writes TAP, the Test Anything Protocol (testanything.org), version 14 or
// 13: a test point for each file and policy, what failed in a YAML block under
// it, and the plan at the end. What is written is the same in both versions but
// for the first line.
type tap struct {
	*bufio.Writer
	version int
	n       int
	o       Options
}

func (t *tap) Begin([]string) { fmt.Fprintf(t, "TAP version %d\n", t.version) }

func (t *tap) File(f *File) {
	if f.Broken() {
		t.point(false, f.Name, "")
		t.open()
		t.pair("message", problem(f))
		t.shut()
	}
	for i := range f.Tests {
		t.test(f, &f.Tests[i])
	}
}

func (t *tap) test(f *File, test *Test) {
	skip := ""
	if test.Verdict() == Empty {
		skip = " # SKIP nothing is expected"
	}
	t.point(test.Verdict() != Failed, f.Name+" "+test.Policy, skip)
	if test.Verdict() != Failed && t.o.NoTime {
		return
	}
	t.open()
	if !t.o.NoTime {
		fmt.Fprintf(t, "  duration_ms: %.3f\n", test.Took.Seconds()*1e3)
	}
	if test.Verdict() == Failed {
		t.WriteString("  failures:\n")
		for i := range test.Checks {
			t.failure(f, &test.Checks[i])
		}
	}
	t.shut()
}

// point is a test point. A description may not hold a bare `#`, which would
// begin a directive.
func (t *tap) point(ok bool, description, directive string) {
	t.n++
	word := "ok"
	if !ok {
		word = "not ok"
	}
	description = strings.NewReplacer(`\`, `\\`, "#", `\#`).Replace(Shown(description))
	fmt.Fprintf(t, "%s %d - %s%s\n", word, t.n, description, directive)
}

func (t *tap) open() { t.WriteString("  ---\n") }
func (t *tap) shut() { t.WriteString("  ...\n") }

// failure is an item of the list of failures.
func (t *tap) failure(f *File, c *Check) {
	if c.Failure == nil {
		return
	}
	t.WriteString("  - ")
	t.value("message", headline(c))
	t.in("at", fmt.Sprintf("%s:%d:%d", f.Name, c.Failure.At.Line, c.Failure.At.Col))
	if c.Failure.Want != nil {
		t.in("wanted", c.Failure.Want)
	}
	if c.Failure.Got != nil {
		t.in("found", texts(c.Failure.Got))
	}
	if c.Replay != "" {
		t.in("replay", c.Replay)
	}
}

func (t *tap) in(key string, value any) {
	t.WriteString("    ")
	t.value(key, value)
}

func (t *tap) pair(key string, value any) {
	t.WriteString("  ")
	t.value(key, value)
}

// value writes a key and its value as JSON, which is YAML too.
func (t *tap) value(key string, value any) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		panic("report: " + err.Error()) // texts and lists of texts have JSON
	}
	t.WriteString(key + ": " + b.String())
}

// End is the plan. A run that was broken off bails out.
func (t *tap) End(s Summary) error {
	if s.Interrupted {
		t.WriteString("Bail out! interrupted\n")
		return t.Flush()
	}
	fmt.Fprintf(t, "1..%d\n", t.n)
	return t.Flush()
}
