package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAgree compares pages as this command writes them.
func TestAgree(t *testing.T) {
	page := func(name string, evsim []float64) string {
		b := bench{found: results{"Hold/1000/heap": {100, 100, 100}, "Hold/1000/node22": evsim, "Hold/1000/node10": {123_456, 123_456, 123_456}}}
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte(b.page()), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	first := page("first", []float64{180, 200, 220})
	for _, test := range []struct {
		name  string
		evsim []float64
		says  string // "": they agree
	}{
		{"the same", []float64{180, 200, 220}, ""},
		{"near", []float64{190, 210, 230}, ""},
		{"above the first's", []float64{190, 230, 240}, "1,000 timers pending, evsim, node22: 2.00 (1.80 to 2.20), then 2.30 (1.90 to 2.40)"},
		{"too sure", []float64{210, 210, 210}, "evsim, node22"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out strings.Builder
			err := agree(&out, first, page("second", test.evsim))
			if (err == nil) != (test.says == "") || !strings.Contains(out.String(), test.says) || !strings.Contains(out.String(), "2 ratios compared") {
				t.Errorf("%v: %s", err, out.String())
			}
		})
	}
	empty := filepath.Join(t.TempDir(), "empty")
	if err := os.WriteFile(empty, []byte("# Performance\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := agree(new(strings.Builder), first, empty); err == nil {
		t.Error("a page without ratios agrees")
	}
	if err := agree(new(strings.Builder), first, filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a page that is not there agrees")
	}
}

// TestVerdicts: a goal is met only if no round beside any other says otherwise.
func TestVerdicts(t *testing.T) {
	for _, test := range []struct {
		evsim []float64
		want  string
	}{
		{[]float64{80, 90, 95}, "| met |"},
		{[]float64{80, 90, 105}, "| open |"},
		{[]float64{90, 110, 120}, "| open |"},
		{[]float64{110, 120, 130}, "| not met |"},
	} {
		b := bench{found: results{"Hold/1000/heap": {100, 100, 100}, "Hold/1000/node22": test.evsim}}
		var row string
		for line := range strings.Lines(b.page()) {
			if strings.HasPrefix(line, "| 1000 pending: at most the bare heap |") {
				row = line
			}
		}
		if !strings.Contains(row, test.want) {
			t.Errorf("%v: %q, want %s", test.evsim, row, test.want)
		}
	}
}
