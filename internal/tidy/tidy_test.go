package tidy_test

import (
	"testing"

	"evsim/internal/tidy"
)

// TestHouseRules holds the module's source against every rule.
func TestHouseRules(t *testing.T) {
	tree, err := tidy.Read("../..")
	if err != nil {
		t.Fatal(err)
	}
	if len(tree.Files) < 50 {
		t.Fatalf("only %d files of Go: this is not the module's root", len(tree.Files))
	}
	for _, rule := range tidy.Rules() {
		t.Run(rule.Name, func(t *testing.T) {
			for _, f := range rule.Check(tree) {
				t.Error(f)
			}
		})
	}
}
