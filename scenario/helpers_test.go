package scenario_test

import (
	"testing"

	"evsim/scenario"
)

func parse(t testing.TB, src string) *scenario.Scenario {
	t.Helper()
	s, diagnostics := scenario.Parse("test.yaml", []byte(src))
	if s == nil {
		t.Fatalf("%v\n%s", diagnostics, src)
	}
	return s
}
