package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// recordOf is a record of what these subjects took.
func recordOf(file string, numbers results) record {
	return record{file: file, when: time.Date(2026, 1, 31, 9, 30, 0, 0, time.UTC), machine: "a machine, 2 cores", tools: "go1.26", load: "0.50 to 1.00", numbers: numbers}
}

// holds are records in which a bare heap takes 100, and evsim these.
func holds(evsim ...float64) records {
	var all records
	for i, x := range evsim {
		all = append(all, recordOf(string(rune('a'+i))+".txt", results{"Hold/1000/heap": {100, 130}, "Hold/1000/node22": {2 * x, x}}))
	}
	return all
}

// TestAgree compares a measurement with those that are kept beside it.
func TestAgree(t *testing.T) {
	folder := t.TempDir()
	for _, r := range holds(198, 200, 202, 204) {
		write(t, filepath.Join(folder, r.file), r.text())
	}
	for _, test := range []struct {
		name  string
		evsim float64
		says  string // "": they agree
	}{
		{"the same", 201, ""},
		{"near", 205, ""},
		{"above", 300, "1,000 timers pending, evsim, node22: 3.00, outside of 1.92 to 2.10"},
		{"below", 100, "1,000 timers pending, evsim, node22: 1.00, outside of 1.92 to 2.10"},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "new.txt")
			write(t, file, holds(test.evsim)[0].text())
			var out strings.Builder
			err := agree(&out, folder, file)
			if (err == nil) != (test.says == "") || !strings.Contains(out.String(), test.says) || !strings.Contains(out.String(), "1 ratios compared") {
				t.Errorf("%v: %s", err, out.String())
			}
		})
	}
	// A record does not agree with itself, but with the others.
	far := filepath.Join(folder, "far.txt")
	write(t, far, holds(900)[0].text())
	if err := agree(new(strings.Builder), folder, far); err == nil {
		t.Error("a record is compared with itself")
	}
	other := filepath.Join(t.TempDir(), "other.txt")
	write(t, other, recordOf("", results{"Tick/bare": {1}}).text())
	if err := agree(new(strings.Builder), folder, other); err == nil {
		t.Error("a record without ratios agrees")
	}
	if err := agree(new(strings.Builder), folder, filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a record that is not there agrees")
	}
	if err := agree(new(strings.Builder), t.TempDir(), other); err == nil {
		t.Error("a record agrees with none")
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestApart: each record is held against the others.
func TestApart(t *testing.T) {
	if c := holds(198, 200, 202, 204).apart(); c != (compared{4, 0}) {
		t.Errorf("alike: %+v", c)
	}
	if c := holds(198, 200, 202, 900, 201).apart(); c != (compared{5, 1}) {
		t.Errorf("one that is far: %+v", c)
	}
	if c := holds(198, 200).apart(); c.all != 0 {
		t.Errorf("one beside one gives a range: %+v", c)
	}
}

// TestVerdicts: a goal is met only if all of the range says so in which a further
// measurement is expected.
func TestVerdicts(t *testing.T) {
	for _, test := range []struct {
		evsim []float64
		want  string
	}{
		{[]float64{60, 61, 62, 60}, "| met |"},
		{[]float64{80}, "| open |"}, // which is too few
		{[]float64{80, 81, 99, 82}, "| open |"},
		{[]float64{99, 101, 100}, "| open |"},
		{[]float64{150, 151, 152, 151}, "| not met |"},
	} {
		var row string
		for line := range strings.Lines(holds(test.evsim...).page()) {
			if strings.HasPrefix(line, "| 1000 pending: at most the bare heap |") {
				row = line
			}
		}
		if !strings.Contains(row, test.want) {
			t.Errorf("%v: %q, want %s", test.evsim, row, test.want)
		}
	}
}

// TestPage holds that the page says what the records say.
func TestPage(t *testing.T) {
	all, err := readRecords("records")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "performance.md"))
	if err != nil {
		t.Fatal(err)
	}
	if all.page() != string(page) {
		t.Error("docs/performance.md is not what internal/bench/records say; go run ./internal/bench -page writes it")
	}
	said := map[string]bool{}
	for line := range strings.Lines(string(page)) {
		if strings.HasPrefix(line, "- ") && said[line] {
			t.Errorf("the page says twice: %s", line)
		}
		said[line] = true
	}
	if len(all) < fewestRecords {
		t.Errorf("%d records say nothing of what comes", len(all))
	}
}
