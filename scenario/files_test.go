package scenario_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"evsim/scenario"
)

func scenarioFiles(t testing.TB) []string {
	var files []string
	err := filepath.WalkDir("../scenarios", func(path string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".yaml" {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatal("no scenarios")
	}
	return files
}

func load(t testing.TB, file string) *scenario.Scenario {
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, diagnostics := scenario.Parse(file, src)
	if s == nil {
		t.Fatal(diagnostics)
	}
	return s
}
