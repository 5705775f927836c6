package scenario_test

import (
	"io/fs"
	"path/filepath"
	"testing"
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
