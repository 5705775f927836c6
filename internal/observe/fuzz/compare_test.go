package fuzz

import (
	"testing"

	"evsim/model"
)

// A run that waits for ever must not log a line more than the model's; of one
// that goes on as many lines are enough.
func TestEnoughOfAnEndlessRun(t *testing.T) {
	for script, enough := range map[string]int{
		"script: [{io: net, latency: never, do: {log: b}}, {log: a}]":    2,
		"script: [{setInterval: 1000, do: {log: i}}, {log: a}]":          4, // at 0, 1, 2 and 3 s, the limit
		"script: [{setImmediate: , do: {log: b}}, {log: a}, {exit: 17}]": 1,
	} {
		_, c := Comparer{Policy: model.MustLookup("node22")}.predict("evsim: 1\nname: x\n" + script + "\n")
		if c.Skipped != "" || c.Model.enough() != enough {
			t.Errorf("%s: skipped %q; %d lines are enough, not %d, of %q", script, c.Skipped, c.Model.enough(), enough, c.Model.Log)
		}
	}
}
