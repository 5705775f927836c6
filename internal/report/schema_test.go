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

	"evsim/internal/report"
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
