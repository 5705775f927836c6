package report_test

import (
	"encoding/xml"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"evsim/report"
	"evsim/scenario"
	"evsim/sim"
)

const junitSchema = "testdata/junit.xsd"

// A validator that others wrote holds a report against the schema.
func TestJUnitIsValid(t *testing.T) {
	xmllint, err := exec.LookPath("xmllint")
	if err != nil {
		t.Skip("no xmllint on this machine: TestJUnitHasTheShapeOfBothSchemas holds the same shape")
	}
	validate := func(text string) (string, error) {
		file := t.TempDir() + "/results.xml"
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(xmllint, "--noout", "--schema", junitSchema, file).CombinedOutput()
		return string(out), err
	}
	for _, noTime := range []bool{false, true} {
		text := written(t, "junit", report.Options{NoTime: noTime, Now: time.Now()})
		if out, err := validate(text); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		if _, err := validate(strings.Replace(text, " tests=", " test=", 1)); err == nil {
			t.Error("the schema allows an attribute that there is not")
		}
	}
}

// The schema and the shape that is checked without a validator say the same:
// of which elements there are, what attributes each has, and which it needs.
func TestJUnitSchemaIsTheShape(t *testing.T) {
	text, err := os.ReadFile(junitSchema)
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Elements []struct {
			Name       string `xml:"name,attr"`
			Attributes []struct {
				Name string `xml:"name,attr"`
				Use  string `xml:"use,attr"`
			} `xml:"complexType>attribute"`
		} `xml:"element"`
	}
	if err := xml.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	var there, shaped []string
	for _, e := range schema.Elements {
		there = append(there, e.Name)
		for _, a := range e.Attributes {
			there = append(there, fmt.Sprintf("%s %s %v", e.Name, a.Name, a.Use == "required"))
		}
	}
	for name, e := range junitShape {
		shaped = append(shaped, name)
		for a := range e.attributes {
			shaped = append(shaped, fmt.Sprintf("%s %s %v", name, a, a != e.optional))
		}
	}
	slices.Sort(there)
	slices.Sort(shaped)
	if !slices.Equal(there, shaped) {
		t.Errorf("the schema has\n%q\nand the shape\n%q", there, shaped)
	}
}

// Columns are aligned as a terminal shows them, where some characters are wide,
// and are as wide as the lines that are shown.
func TestColumnsAreAligned(t *testing.T) {
	want := []string{"事件循环", "b"}
	for i := range 40 {
		want = append(want, fmt.Sprintf("a line of some length, number %d", i))
	}
	got := []scenario.Line{{Text: "事件"}}
	for _, line := range want[1:] {
		got = append(got, scenario.Line{Text: line})
	}
	at := sim.Pos{Line: 1, Col: 1}
	f := &report.File{Name: "a.yaml", Title: "循环", Tests: []report.Test{{Policy: "node22", Checks: []report.Check{{
		Check: scenario.Check{Policy: "node22", What: "log", Pos: at, Failure: &scenario.Failure{Message: "it is", At: at, Want: want, Got: got}},
	}}}}}
	var b strings.Builder
	w := report.New("text", &b, report.Options{NoTime: true})
	w.Begin([]string{f.Name})
	w.File(f)
	if err := w.End(report.Summary{}); err != nil {
		t.Fatal(err)
	}
	for _, row := range []string{
		"\n           expected                                logged\n",
		"\n  >     1  事件循环                             1  事件\n",
		"\n        2  b                                    2  b\n",
		"\n        7  a line of some length, number 4      7  a line of some length, number 4\n",
		"\n           ... 35 lines that agree\n",
	} {
		if !strings.Contains(b.String(), row) {
			t.Errorf("no row %q in\n%s", row, &b)
		}
	}
}
