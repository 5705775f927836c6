package replace_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"evsim/internal/replace"
)

func TestFolder(t *testing.T) {
	above := t.TempDir()
	path := filepath.Join(above, "new")
	f, err := replace.NewFolder(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "b/c"} {
		if err := f.Write(name, []byte(name)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("before Commit it is there: %v", err)
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	f.Discard()
	alone(t, above, "new")
	if got := read(t, filepath.Join(path, "b", "c")); got != "b/c" {
		t.Errorf("there is %q", got)
	}
	if _, err := replace.NewFolder(path); !errors.Is(err, fs.ErrExist) {
		t.Errorf("it can be made again: %v", err)
	}
}

// TestFolderIsTakenBack: of a folder that was not committed nothing is left, and
// one that came meanwhile stays, though it is empty.
func TestFolderIsTakenBack(t *testing.T) {
	above := t.TempDir()
	for name, end := range map[string]func(*replace.Folder){
		"discarded": (*replace.Folder).Discard,
		"abandoned": func(f *replace.Folder) {
			replace.Abandon()
			if err := f.Commit(); err == nil {
				t.Error("it was committed")
			}
		},
	} {
		f, err := replace.NewFolder(filepath.Join(above, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Write("a", nil); err != nil {
			t.Fatal(err)
		}
		end(f)
		alone(t, above)
	}
	path := filepath.Join(above, "new")
	f, err := replace.NewFolder(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(); !errors.Is(err, fs.ErrExist) {
		t.Errorf("committed: %v", err)
	}
	alone(t, above, "new")
}
