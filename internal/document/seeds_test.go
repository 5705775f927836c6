package document

import (
	"os"
	"path/filepath"
	"testing"

	"evsim/scenario"
)

// seed is one of the seed scenarios.
type seed struct {
	file     string
	text     []byte
	scenario *scenario.Scenario
}

func seeds(t *testing.T) (all []seed) {
	t.Helper()
	files, err := filepath.Glob("../../scenarios/seeds/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s, diags := scenario.Parse(file, text)
		if s == nil {
			t.Fatal(diags)
		}
		all = append(all, seed{file, text, s})
	}
	return all
}
