package evidence_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"evsim/explore"
	"evsim/internal/observe/evidence"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
)

// TestPossible: what arrives at one instant may come in any order, and nothing
// else may.
func TestPossible(t *testing.T) {
	const file = "../../../scenarios/io/simultaneous-arrivals.yaml"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, diags := scenario.Parse(file, text)
	if diags.Failed() {
		t.Fatal(diags)
	}
	first := evidence.Predict(s, model.MustLookup("node22"))
	lines := slices.Clone(first.Log)
	for _, c := range []struct {
		name     string
		seen     evidence.Outcome
		possible bool
	}{
		{"the model's own", first, true},
		{"another exit code", evidence.Outcome{Log: lines, Code: 1}, false},
		{"a line less", evidence.Outcome{Log: lines[:len(lines)-1]}, false},
		{"a job before its callback", evidence.Outcome{Log: swapped(lines, "n2", "n2 job")}, false},
	} {
		if possible, known := evidence.Possible(t.Context(), s, model.MustLookup("node22"), c.seen); possible != c.possible || !known {
			t.Errorf("%s: possible %v, known %v: %q", c.name, possible, known, c.seen.Log)
		}
	}
	found := explore.Runs(t.Context(), explore.Options{Paths: 100_000})(program.Question{Setting: s.In(model.MustLookup("node22"), &s.World)})
	if !found.Complete || len(found.List) < 3 {
		t.Fatalf("%d orders, complete: %v", len(found.List), found.Complete)
	}
	for _, run := range found.List {
		seen := evidence.Outcome{Code: run.Stop.Code}
		for _, line := range run.Log {
			seen.Log = append(seen.Log, line.Text)
		}
		if possible, known := evidence.Possible(t.Context(), s, model.MustLookup("node22"), seen); !possible || !known {
			t.Errorf("explore finds %q, and that is possible %v, known %v", seen.Log, possible, known)
		}
	}
}

// swapped is the lines with two of them in each other's place.
func swapped(lines []string, a, b string) []string {
	out := slices.Clone(lines)
	i, j := slices.Index(out, a), slices.Index(out, b)
	out[i], out[j] = out[j], out[i]
	return out
}

// A browser that has tasks of its own may put off each idle callback of a period, and
// runs them in order all the same.
func TestCrowdedIdles(t *testing.T) {
	s := parse(t, `script:
  - setTimeout: 20
    do: {log: timer}
  - requestIdleCallback:
    do: {log: first}
  - requestIdleCallback:
    do: {log: second}
`)
	c := evidence.Case{Scenario: s, Policy: model.MustLookup("browser").Crowded(), Paths: 20_000}
	for log, claim := range map[string]explore.Claim{
		"first second timer": explore.Legal,
		"first timer second": explore.Legal,
		"timer first second": explore.Legal,
		"second first timer": explore.Illegal,
	} {
		if got := c.Judge(t.Context(), strings.Fields(log)); got.Claim != claim {
			t.Errorf("%s: %v", log, got.Claim)
		}
	}
}
