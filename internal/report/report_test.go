package report_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"evsim/clock"
	"evsim/internal/report"
	"evsim/program"
	"evsim/scenario/diagnostic"
	"evsim/sim"
)

// odd is a text with what some format takes for its own.
const odd = "# SKIP ]]> <b> & \"q\" 'a' 100% a:b,c \\ \x1b[31m é ::error::"

// found is a result of every kind.
func found() []*report.File {
	at := sim.Pos{Line: 3, Col: 5}
	got := []program.Line{{Text: odd, At: 5 * clock.Millisecond, Pos: at}, {Text: "b", At: program.Unsettled, Pos: at}}
	check := func(what string, f *program.Failure) report.Check {
		return report.Check{Check: program.Check{Policy: "node22", What: what, Pos: at, Runs: 2}.With(f, "")}
	}
	log := check("log", &program.Failure{Message: "expected " + odd, At: at, Logged: at, Want: []string{"b", odd}, Got: got})
	log.Replay, log.Witness = "evsim run 'a b.yaml' --policy node22 --replay x", []string{"startup 1ms"}
	rule := check(odd+" never", &program.Failure{Message: "it is", At: at, Got: got})
	rule.Case = odd
	open := check(odd+" once", nil)
	open.Check = open.With(nil, odd)
	open.Assumed, open.Other, open.Replay = []string{"startup"}, &program.Failure{Message: odd}, "evsim run 'a b.yaml'"
	return []*report.File{
		{Name: "good.yaml", Title: "Good", Took: 1234567, Tests: []report.Test{
			{Policy: "node22", Checks: []report.Check{check("log", nil)}, Took: 1234567},
			{Policy: "browser"},
		}},
		{Name: "a b#" + odd + ".yaml", Title: odd, Text: []byte("a\nb\n  - log: b\n"), Tests: []report.Test{
			{Policy: "node22", Checks: []report.Check{check("log", nil), log, rule}, Took: 3 * time.Second},
		}},
		{Name: "open.yaml", Title: odd, Text: []byte("a\nb\n  - log: b\n"), Tests: []report.Test{
			{Policy: "node10", Checks: []report.Check{open}},
			{Policy: "node22", Checks: []report.Check{open}},
		}},
		{Name: "none.yaml", Unreadable: errors.New("cannot read none.yaml: gone")},
		{Name: "bad.yaml", Text: []byte("x\n"), Diagnostics: diagnostic.List{
			{File: "bad.yaml", Pos: at, Width: 1, Message: odd, Hint: odd},
			{File: "bad.yaml", Width: 1, Message: "soft", Warning: true},
		}},
	}
}

func written(t *testing.T, format string, o report.Options) string {
	t.Helper()
	var b bytes.Buffer
	w := report.New(format, &b, o)
	var sum report.Summary
	w.Begin(nil)
	for _, f := range found() {
		w.File(f)
		sum.Add(f)
	}
	if err := w.End(sum); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Without times a report is the same in every run, whatever the run took.
func TestNoTimeLeavesOutTime(t *testing.T) {
	for _, format := range report.Formats() {
		first := written(t, format, report.Options{NoTime: true, Now: time.Now(), Verbose: true})
		for _, word := range []string{"duration", "seconds\"", "a second", "1970-01-01T00:00:01"} {
			if strings.Contains(first, word) {
				t.Errorf("%s: %q in\n%s", format, word, first)
			}
		}
		if again := written(t, format, report.Options{NoTime: true, Now: time.Unix(1e9, 0), Verbose: true}); again != first {
			t.Errorf("%s: another run writes\n%s\nthan\n%s", format, again, first)
		}
	}
}

// Nothing that a scenario says may steer the terminal of who reads the text.
func TestTextIsShownNotObeyed(t *testing.T) {
	for _, format := range []string{"text", "tap", "github"} {
		if out := written(t, format, report.Options{}); strings.Contains(out, "\x1b") {
			t.Errorf("%s has an escape:\n%q", format, out)
		}
	}
}

// element is what a schema says of an element: its attributes, and which
// elements may stand in it, in their order. A star marks what may be missing,
// a plus what may come again, a bar what excludes one another.
type element struct {
	attributes map[string]string // patterns of the values
	optional   string            // names of attributes that may be missing
	content    string            // a pattern of the children's names, each with a blank behind
}

const (
	token   = `(?s).*`
	number  = `\d+`
	seconds = `\d{1,12}\.\d{1,3}` // junit-10.xsd, SUREFIRE_TIME; an xs:decimal as well
)

// junitShape is what both schemas allow: the stricter of the two at each place.
var junitShape = map[string]element{
	"testsuites": {content: `(testsuite )*`},
	"testsuite": {
		attributes: map[string]string{
			"id": number, "name": token, "package": token, "hostname": token, "tests": number, "failures": number, "errors": number,
			"skipped": number, "time": seconds, "timestamp": `\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d`,
		},
		optional: "skipped",
		content:  `properties (testcase )*system-out system-err `,
	},
	"properties": {content: `(property )*`},
	"property":   {attributes: map[string]string{"name": token, "value": token}},
	"testcase": {
		attributes: map[string]string{"name": `(?s).+`, "classname": `(?s).+`, "time": seconds},
		content:    `(skipped |error |failure )?`,
	},
	"skipped":    {attributes: map[string]string{"message": token}},
	"error":      {attributes: map[string]string{"message": token, "type": token}},
	"failure":    {attributes: map[string]string{"message": token, "type": token}},
	"system-out": {},
	"system-err": {},
}

func TestJUnitHasTheShapeOfBothSchemas(t *testing.T) {
	for _, noTime := range []bool{false, true} {
		text := written(t, "junit", report.Options{NoTime: noTime, Now: time.Now()})
		if !strings.HasPrefix(text, xml.Header) {
			t.Errorf("no header in %q", text)
		}
		d := xml.NewDecoder(strings.NewReader(text))
		root := next(t, d)
		if root.Name.Local != "testsuites" {
			t.Errorf("the root is %s", root.Name.Local)
		}
		holds(t, d, root)
	}
}

// next is the next element that begins.
func next(t *testing.T, d *xml.Decoder) xml.StartElement {
	for {
		tok, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		if start, ok := tok.(xml.StartElement); ok {
			return start
		}
	}
}

// holds holds an element and what is in it against the shape.
func holds(t *testing.T, d *xml.Decoder, start xml.StartElement) {
	name := start.Name.Local
	shape, known := junitShape[name]
	if !known {
		t.Fatalf("the schemas have no %s", name)
	}
	have := map[string]bool{}
	for _, a := range start.Attr {
		have[a.Name.Local] = true
		if pattern := shape.attributes[a.Name.Local]; pattern == "" || !regexp.MustCompile(`^(`+pattern+`)$`).MatchString(a.Value) {
			t.Errorf("%s %s=%q", name, a.Name.Local, a.Value)
		}
	}
	for a := range shape.attributes {
		if !have[a] && a != shape.optional {
			t.Errorf("%s has no %s", name, a)
		}
	}
	content := ""
	counts := map[string]int{}
	for {
		tok, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			content += tok.Name.Local + " "
			holds(t, d, tok)
			counts[tok.Name.Local]++
		case xml.CharData:
			if len(shape.content) > 0 && strings.TrimSpace(string(tok)) != "" {
				t.Errorf("text in %s: %q", name, tok)
			}
		case xml.EndElement:
			if !regexp.MustCompile(`^(` + shape.content + `)$`).MatchString(content) {
				t.Errorf("%s holds %s", name, content)
			}
			return
		}
	}
}

// The numbers of a suite are those of its cases, by which CI systems count.
func TestJUnitCounts(t *testing.T) {
	var all struct {
		Suites []struct {
			Name     string `xml:"name,attr"`
			Tests    int    `xml:"tests,attr"`
			Failures int    `xml:"failures,attr"`
			Errors   int    `xml:"errors,attr"`
			Skipped  int    `xml:"skipped,attr"`
			Cases    []struct {
				Failure, Error, Skipped *struct {
					Message string `xml:"message,attr"`
				}
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal([]byte(strings.NewReplacer("<failure", "<Failure", "</failure", "</Failure", "<error", "<Error", "</error", "</Error", "<skipped", "<Skipped", "</skipped", "</Skipped").
		Replace(written(t, "junit", report.Options{}))), &all); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range all.Suites {
		failures, errs, skipped := 0, 0, 0
		for _, c := range s.Cases {
			failures += counted(c.Failure != nil)
			errs += counted(c.Error != nil)
			skipped += counted(c.Skipped != nil)
		}
		if len(s.Cases) != s.Tests || failures != s.Failures || errs != s.Errors || skipped != s.Skipped {
			t.Errorf("%s says %+v", s.Name, s)
		}
		got = append(got, fmt.Sprint(s.Tests, s.Failures, s.Errors, s.Skipped))
	}
	if fmt.Sprint(got) != "[2 0 0 1 1 1 0 0 2 0 0 0 1 0 1 0 1 0 1 0]" {
		t.Errorf("suites count %v", got)
	}
}

func counted(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

var (
	tapPoint = regexp.MustCompile(`^(not )?ok (\d+) - (?:[^\\#]|\\[\\#])*( # (?:SKIP|TODO) .+)?$`)
	tapPlan  = regexp.MustCompile(`^1\.\.(\d+)$`)
)

// The grammar of testanything.org/tap-version-14-specification, as far as it
// is used.
func TestTAPFollowsItsGrammar(t *testing.T) {
	for format, version := range map[string]string{"tap": "14", "tap13": "13"} {
		lines := strings.Split(strings.TrimSuffix(written(t, format, report.Options{}), "\n"), "\n")
		if lines[0] != "TAP version "+version {
			t.Errorf("%s begins with %q", format, lines[0])
		}
		plan := tapPlan.FindStringSubmatch(lines[len(lines)-1])
		if plan == nil {
			t.Fatalf("%s ends with %q", format, lines[len(lines)-1])
		}
		points, block := 0, false
		for _, line := range lines[1 : len(lines)-1] {
			switch point := tapPoint.FindStringSubmatch(line); {
			case line == "  ---" && !block && points > 0:
				block = true
			case line == "  ..." && block:
				block = false
			case block && strings.HasPrefix(line, "  "):
			case point != nil && !block:
				if points++; point[2] != strconv.Itoa(points) {
					t.Errorf("%q is number %d", line, points)
				}
			default:
				t.Errorf("%s: %q is nothing that may stand there", format, line)
			}
		}
		if plan[1] != strconv.Itoa(points) {
			t.Errorf("the plan is %s, and there are %d test points", plan[1], points)
		}
	}
}

// A parser that others wrote reads what is written. It may know no later
// version than 13, in which only the first line is another.
func TestProveReadsTAP(t *testing.T) {
	prove, err := exec.LookPath("prove")
	if err != nil {
		t.Skip("no prove on this machine: TestTAPFollowsItsGrammar holds the grammar all the same")
	}
	file := t.TempDir() + "/results.tap"
	if err := os.WriteFile(file, []byte(written(t, "tap13", report.Options{})), 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(prove, "-e", "cat", file).CombinedOutput()
	for _, want := range []string{"Failed 3/7 subtests", "Failed tests:  3, 6-7", "TODO passed:   4-5", "Result: FAIL"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("%v: no %q in\n%s", err, want, out)
		}
	}
	if strings.Contains(string(out), "Parse errors") {
		t.Errorf("%s", out)
	}
}

var annotation = regexp.MustCompile(`^::(error|warning) file=[^,:]+(,line=\d+,col=\d+)?,title=[^,:]+::(.+)$`)

func TestAnnotationsAreCommands(t *testing.T) {
	lines := strings.Split(strings.TrimSuffix(written(t, "github", report.Options{NoTime: true}), "\n"), "\n")
	var levels []string
	for _, line := range lines[:len(lines)-1] {
		found := annotation.FindStringSubmatch(line)
		if found == nil {
			t.Errorf("%q is no command", line)
			continue
		}
		levels = append(levels, found[1]+found[2])
	}
	if got, want := strings.Join(levels, " "), "error,line=3,col=5 error,line=3,col=5 warning,line=3,col=5 error error,line=3,col=5 warning"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if !strings.Contains(lines[0], "100%25") || !strings.Contains(lines[0], "%0Asee it: evsim run") {
		t.Errorf("not escaped: %s", lines[0])
	}
	if last := lines[len(lines)-1]; last != "1 passed, 1 failed, 2 not proved (6 checks in 3 files); 2 files could not be tested" {
		t.Errorf("the end is %q", last)
	}
}

func TestJSONIsOneDocument(t *testing.T) {
	var all struct {
		Results []struct {
			File, Name, Policy, Verdict, Error string
			Checks                             []struct {
				What, Case string
				Line, Col  int
				Failure    *struct {
					Message string
					Logged  *struct{ Line, Col int }
					Want    []string
					Got     []struct {
						Text string
						At   *int64 `json:"at_ns"`
						Line int
					}
					Replay  string
					Witness []string
				}
			}
		}
		Summary map[string]any
	}
	if err := json.Unmarshal([]byte(written(t, "json", report.Options{NoTime: true})), &all); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range all.Results {
		got = append(got, r.File[:4]+" "+r.Policy+" "+r.Verdict)
	}
	if want := "good node22 passed|good browser empty|a b# node22 failed|open node10 unproved|open node22 unproved|none  invalid|bad.  invalid"; strings.Join(got, "|") != want {
		t.Errorf("got %v", got)
	}
	f := all.Results[2].Checks[1].Failure
	if f.Logged.Line != 3 || f.Want[1] != odd || f.Got[0].Text != odd || *f.Got[0].At != 5e6 || f.Got[1].At != nil || f.Replay == "" || f.Witness[0] != "startup 1ms" {
		t.Errorf("the failure is %+v", f)
	}
	if all.Results[2].Checks[2].Failure.Want != nil {
		t.Error("a rule has an order that it wants")
	}
	if all.Summary["invalid"] != 2.0 || all.Summary["failed"] != 1.0 {
		t.Errorf("the summary is %v", all.Summary)
	}
}
