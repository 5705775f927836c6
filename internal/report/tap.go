package report

import (
	"bufio"
	"fmt"

	"evsim/internal/escape"
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
	directive, verdict := "", test.Verdict()
	switch verdict {
	case Empty:
		directive = " # SKIP nothing is expected"
	case Unproved:
		directive = fmt.Sprintf(" # TODO %d of %s not proved", test.Unproved(), checks(len(test.Checks)))
	}
	t.point(verdict != Failed, f.Name+" "+test.Policy, directive)
	if (verdict == Passed || verdict == Empty) && t.o.NoTime {
		return
	}
	t.open()
	if !t.o.NoTime {
		fmt.Fprintf(t, "  duration_ms: %.3f\n", test.Took.Seconds()*1e3)
	}
	if verdict == Failed {
		t.WriteString("  failures:\n")
		for i := range test.Checks {
			t.failure(f, &test.Checks[i])
		}
	}
	if test.Unproved() > 0 {
		t.WriteString("  unproved:\n")
		for i := range test.Checks {
			t.unproved(f, &test.Checks[i])
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
	fmt.Fprintf(t, "%s %d - %s%s\n", word, t.n, escape.TAP(description), directive)
}

func (t *tap) open() { t.WriteString("  ---\n") }
func (t *tap) shut() { t.WriteString("  ...\n") }

// failure is an item of the list of failures.
func (t *tap) failure(f *File, c *Check) {
	failure := c.Failure()
	if failure == nil {
		return
	}
	t.item(f, c)
	if failure.Want != nil {
		t.in("wanted", failure.Want)
	}
	if failure.Got != nil {
		t.in("found", texts(failure.Got))
	}
	if c.Replay != "" {
		t.in("replay", c.Replay)
	}
}

// unproved is an item of the list of what is not proved.
func (t *tap) unproved(f *File, c *Check) {
	if c.unproved() {
		t.item(f, c)
	}
}

// item begins an item of a list with what is wrong, and where.
func (t *tap) item(f *File, c *Check) {
	t.WriteString("  - ")
	t.value("message", headline(c, nil))
	t.in("at", fmt.Sprintf("%s:%d:%d", f.Name, c.at().Line, c.at().Col))
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
	text, err := escape.YAML(value)
	if err != nil {
		panic("report: " + err.Error()) // texts and lists of texts have JSON
	}
	fmt.Fprintf(t, "%s: %s\n", key, text)
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
