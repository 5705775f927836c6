package evidence_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestAskedOfEveryNode looks up what docs/observe.md says was asked of every
// Node: a record of each scenario and release, under the virtual clock, with
// nothing to explain.
func TestAskedOfEveryNode(t *testing.T) {
	text, err := os.ReadFile("../../../docs/observe.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, begins := strings.Cut(string(text), "<!-- asked of every Node -->\n")
	table, _, ends := strings.Cut(table, "<!-- end -->")
	if !begins || !ends {
		t.Fatal("docs/observe.md has no such table")
	}
	seen, explained := map[string]bool{}, map[string]bool{}
	for _, r := range records(t) {
		if r.Mode == "virtual" && r.Runtime == "node" && r.Case == "" {
			for _, version := range r.Versions {
				seen[r.File+" "+version] = true
			}
		}
	}
	for _, e := range explanations(t) {
		explained[e.File] = true
	}
	rows := regexp.MustCompile(`(?m)^\| \[.*\]\(\.\./(.*)\) \|.*\| ([0-9., ]+) \|$`).FindAllStringSubmatch(table, -1)
	if len(rows) < 6 {
		t.Fatalf("%d rows", len(rows))
	}
	majors := []string{"10.", "12.", "18.", "20.", "22.", "24.", "26."}
	for _, row := range rows {
		if explained[row[1]] {
			t.Errorf("%s differs somewhere, and docs/observe.md says that it does not", row[1])
		}
		versions := strings.Split(row[2], ", ")
		for _, version := range versions {
			if !seen[row[1]+" "+version] {
				t.Errorf("nothing was recorded of %s on Node %s", row[1], version)
			}
		}
		for _, major := range majors {
			has := slices.ContainsFunc(versions, func(v string) bool { return strings.HasPrefix(v, major) })
			if vm := strings.HasSuffix(row[1], "jobs-of-a-vm-context.yaml"); !has && !(vm && (major == "10." || major == "12.")) {
				t.Errorf("%s was not asked of Node %s", row[1], major)
			}
		}
	}
}
