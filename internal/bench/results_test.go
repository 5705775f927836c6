package main

import (
	"math"
	"slices"
	"testing"
)

func TestAddBenchmarks(t *testing.T) {
	r := results{}
	out := "goos: linux\nBenchmarkHold/1000/node22-2  \t 3000000\t 12.3 ns/op\t 24.5 B/pending\t 11.9 cpu-ns/callback\t 0 B/op\nPASS\n"
	for range 2 {
		if err := r.addBenchmarks(out); err != nil {
			t.Fatal(err)
		}
	}
	if got := r["Hold/1000/node22"]; len(got) != 2 || got[0] != 11.9 {
		t.Errorf("it reads %v", r)
	}
	if got := r[bytesOf+"Hold/1000/node22"]; len(got) != 2 || got[0] != 24.5 {
		t.Errorf("of bytes it reads %v", got)
	}
	if err := r.addBenchmarks("BenchmarkTick-2 1 12 ns/op\n"); err == nil {
		t.Error("a benchmark without processor time is read")
	}
}

func TestRatiosAreOfOneRecord(t *testing.T) {
	rs := records{recordOf("a.txt", results{"a": {50, 30, 40}, "b": {10, 20, 100}}), recordOf("b.txt", results{"a": {7}}), recordOf("c.txt", results{"a": {8}, "b": {4}})}
	if got := rs.ratios("a", "b"); !slices.Equal(got, []float64{3, 2}) {
		t.Errorf("ratios %v; want 30 to 10 and 8 to 4", got)
	}
	if got := rs.ratios("a", "c"); got != nil {
		t.Errorf("there are ratios to what was not measured: %v", got)
	}
}

func TestFigure(t *testing.T) {
	for x, want := range map[float64]string{0.347: "0.35", 9.99: "9.99", 12.34: "12.3", 123.4: "123", 1234.5: "1,234", 1234567: "1,234,567"} {
		if got := figure(x); got != want {
			t.Errorf("%v is %q, want %q", x, got, want)
		}
	}
}

// TestGoalsAreMeasured: a goal speaks of subjects that a table shows.
func TestGoalsAreMeasured(t *testing.T) {
	shown := map[string]bool{}
	for _, w := range workloads() {
		for _, s := range w.subjects {
			shown[s.key] = true
		}
		if w.against != "" && !shown[w.against] {
			t.Errorf("%s: nothing is called %q", w.title, w.against)
		}
	}
	for _, g := range goals() {
		if !shown[g.key] || g.by != "" && !shown[g.by] {
			t.Errorf("%s: %q or %q is in no table", g.text, g.key, g.by)
		}
	}
}

func TestExponent(t *testing.T) {
	g := goal{key: "many", by: "few", exponent: true}
	rs := records{recordOf("a.txt", results{"many": {8}, "few": {1}})}
	if got := rs.measured(g); len(got) != 1 || math.Abs(g.shown(got[0][0])-0.301) > 0.001 {
		t.Errorf("8 times as much for a thousand times as many is an exponent of %v", got)
	}
}
