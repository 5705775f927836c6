package main

import (
	"strings"
	"testing"

	"evsim/explore"
	"evsim/internal/trace"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
)

// TestConditionsLeftOutAreShown: who reads orders without a condition is told
// which limit left it out.
func TestConditionsLeftOutAreShown(t *testing.T) {
	for _, r := range []explore.Result{{LeftOut: "a fixed limit", Complete: true}, {Untold: "a fixed limit", Complete: true}} {
		var out strings.Builder
		(&plan{Setting: program.Setting{Program: new(scenario.Scenario), Policy: model.Policy{Name: "node22"}}}).showOrders(t.Context(), &out, &r, exploreOptions{}, trace.Style{})
		if want := "\nnot all conditions and examples were searched for: a fixed limit\n"; !strings.HasSuffix(out.String(), want) {
			t.Errorf("%q does not end with %q", out.String(), want)
		}
	}
}
