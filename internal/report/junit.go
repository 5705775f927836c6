package report

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"strings"
	"time"

	"evsim/internal/escape"
	"evsim/internal/trace"
)

// junit writes the XML of JUnit's Ant task, which CI systems read: a suite for
// each file, a case in it for each policy. There is no standard; what is
// written has the shape of both schemas in use, the one that is drawn from
// Ant's own writer (windyroad/JUnit-Schema) and that of Jenkins's xUnit plugin
// (junit-10.xsd). So nothing is told of all suites together, of which the
// first knows nothing, and times have three decimals, as the second demands.
type junit struct {
	*bufio.Writer
	id int
	o  Options
}

// junitSuite is what one file comes to.
type junitSuite struct {
	XMLName    xml.Name    `xml:"testsuite"`
	ID         int         `xml:"id,attr"`
	Name       string      `xml:"name,attr"`
	Package    string      `xml:"package,attr"`
	Timestamp  string      `xml:"timestamp,attr"`
	Hostname   string      `xml:"hostname,attr"`
	Tests      int         `xml:"tests,attr"`
	Failures   int         `xml:"failures,attr"`
	Errors     int         `xml:"errors,attr"`
	Skipped    int         `xml:"skipped,attr"`
	Time       string      `xml:"time,attr"`
	Properties junitList   `xml:"properties"`
	Cases      []junitCase `xml:"testcase"`
	Out        junitText   `xml:"system-out"`
	Err        string      `xml:"system-err"`
}

type junitList struct {
	Properties []junitProperty `xml:"property"`
}

type junitText struct {
	Text string `xml:",cdata"`
}

// junitProperty is the verdict of a case that is no pass and no failure.
type junitProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type junitCase struct {
	Name    string     `xml:"name,attr"`
	Class   string     `xml:"classname,attr"`
	Time    string     `xml:"time,attr"`
	Skipped *junitNote `xml:"skipped"`
	Error   *junitNote `xml:"error"`
	Failure *junitNote `xml:"failure"`
}

type junitNote struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",cdata"`
}

func (j *junit) Begin([]string) { j.WriteString(xml.Header + "<testsuites>\n") }

func (j *junit) File(f *File) {
	s := junitSuite{
		ID: j.id, Name: escape.Line(f.Name), Hostname: "localhost", Timestamp: j.now(), Time: j.time(f.Took),
		Tests: len(f.Tests),
	}
	j.id++
	if f.Broken() {
		s.Tests, s.Errors = 1, 1
		s.Cases = []junitCase{{Name: "read", Class: escape.Line(f.Name), Time: j.time(f.Took),
			Error: &junitNote{escape.Line(firstLine(problem(f))), "invalid", escape.XMLLines("\n" + problem(f) + "\n")}}}
	}
	for i := range f.Tests {
		s.Cases = append(s.Cases, j.test(f, &f.Tests[i], &s))
	}
	j.unproved(f, &s)
	text, err := xml.MarshalIndent(s, "", "  ")
	if err != nil {
		panic("report: " + err.Error()) // texts and numbers have XML
	}
	j.Write(append(text, '\n'))
}

func (j *junit) test(f *File, test *Test, s *junitSuite) junitCase {
	c := junitCase{Name: test.Policy, Class: escape.Line(f.Name), Time: j.time(test.Took)}
	switch test.Verdict() {
	case Failed:
		s.Failures++
		c.Failure = j.failed(f, test)
	case Empty:
		s.Skipped++
		c.Skipped = &junitNote{Message: "nothing is expected"}
	}
	return c
}

// unproved says of a suite what in it is not proved. There is no element for
// that: its cases count as passed, so it stands in two places that are shown.
func (j *junit) unproved(f *File, s *junitSuite) {
	var out strings.Builder
	for i := range f.Tests {
		t := &f.Tests[i]
		if n := t.Unproved(); n > 0 {
			s.Properties.Properties = append(s.Properties.Properties,
				junitProperty{"unproved." + t.Policy, fmt.Sprintf("%d of %s not proved", n, checks(len(t.Checks)))})
		}
	}
	for _, c := range f.checks() {
		if c.what.unproved() {
			fmt.Fprintf(&out, "%s:%d:%d: %s: %s\n", f.Name, c.what.Pos.Line, c.what.Pos.Col, c.names(), headline(c.what, nil))
		}
	}
	if f.Empty() {
		fmt.Fprintf(&out, "%s: %s\n", f.Name, nothingExpected)
	}
	s.Out.Text = escape.XMLLines(out.String())
}

// failed is all that failed in a test, in one note: a schema allows no more.
func (j *junit) failed(f *File, test *Test) *junitNote {
	note := &junitNote{}
	var b strings.Builder
	t := text{Writer: bufio.NewWriter(&b), o: Options{Style: trace.Style{}}}
	for i := range test.Checks {
		c := &test.Checks[i]
		if c.Failure() == nil {
			continue
		}
		if note.Message == "" {
			note.Message, note.Type = headline(c, nil), kind(c)
		}
		t.WriteString("\n")
		t.failure(f, c)
	}
	if n := test.Failures(); n > 1 {
		note.Message += fmt.Sprintf(" (and %d more)", n-1)
	}
	t.Flush()
	note.Text = escape.XMLLines(b.String())
	return note
}

// kind is the key of what failed, such as log, or rule.
func kind(c *Check) string {
	word, _, _ := strings.Cut(c.What, ":")
	switch word {
	case "log", "outcomes", "includes", "starves", "unsupported", "reaches", "exit":
		return word
	}
	return "rule"
}

func (j *junit) now() string {
	now := j.o.Now
	if j.o.NoTime {
		now = time.Unix(0, 0)
	}
	return now.UTC().Format("2006-01-02T15:04:05")
}

func (j *junit) time(d time.Duration) string { return fmt.Sprintf("%.3f", j.o.seconds(d)) }

func (j *junit) End(Summary) error {
	j.WriteString("</testsuites>\n")
	return j.Flush()
}
