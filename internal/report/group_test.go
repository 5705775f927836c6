package report_test

import (
	"io"
	"strings"
	"testing"

	"evsim/internal/report"
)

// failing is a writer that has no room.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestErrorsOfTheWriterAreKept(t *testing.T) {
	for _, format := range report.Formats() {
		w := report.New(format, failing{}, report.Options{})
		w.Begin(nil)
		for _, f := range found() {
			w.File(f)
		}
		if err := w.End(report.Summary{}); err == nil {
			t.Errorf("%s: no error", format)
		}
	}
}

// What is not proved is no pass in any format, and is told once for all the
// policies that it is the same for, where a format is not by policy.
func TestWhatIsNotProvedIsSaid(t *testing.T) {
	for format, want := range map[string]string{
		"text":   "OPEN  open.yaml",
		"tap":    "open.yaml node10 # TODO 1 of 1 check not proved",
		"tap13":  "open.yaml node22 # TODO 1 of 1 check not proved",
		"junit":  `<property name="unproved.node22" value="1 of 1 check not proved"></property>`,
		"json":   `"policy":"node22","verdict":"unproved"`,
		"github": "::warning file=open.yaml,line=3,col=5,title=node10%2C node22",
	} {
		for _, quiet := range []bool{false, true} {
			out := written(t, format, report.Options{Quiet: quiet})
			if !strings.Contains(out, want) || !strings.Contains(out, "not proved") && format != "json" {
				t.Errorf("%s, quiet %v: no %q in\n%s", format, quiet, want, out)
			}
			if format == "github" && strings.Count(out, "file=open.yaml") != 1 {
				t.Errorf("several annotations:\n%s", out)
			}
		}
	}
}
