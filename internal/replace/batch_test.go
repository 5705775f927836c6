package replace_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"evsim/internal/replace"
)

// batchOf begins a batch in which each file says its own name.
func batchOf(t *testing.T, folder string, names ...string) *replace.Batch {
	t.Helper()
	var b replace.Batch
	for _, name := range names {
		f, err := b.Create(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString(name); err != nil {
			t.Fatal(err)
		}
	}
	return &b
}

func TestBatch(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "b"), []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	b := batchOf(t, folder, "a", "b", "c")
	if got := read(t, filepath.Join(folder, "b")); got != "old" {
		t.Errorf("before Commit there is %q", got)
	}
	if err := b.Commit(); err != nil {
		t.Fatal(err)
	}
	b.Discard()
	alone(t, folder, "a", "b", "c")
	for _, name := range []string{"a", "b", "c"} {
		if got := read(t, filepath.Join(folder, name)); got != name {
			t.Errorf("%s says %q", name, got)
		}
	}
}

// TestBatchSaysWhichAreThere where one cannot take its place: those before it are
// there, those behind are not, and nothing else is left.
func TestBatchSaysWhichAreThere(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	for i, name := range []string{"a", "b", "c"} {
		b := batchOf(t, folder, "a", "b", "c")
		if err := os.Mkdir(at(name), 0o700); err != nil {
			t.Fatal(err)
		}
		err := b.Commit()
		var partly *replace.Partly
		if !errors.As(err, &partly) {
			t.Fatalf("%s: %v", name, err)
		}
		done := []string{at("a"), at("b"), at("c")}[:i]
		if partly.Name != at(name) || !slices.Equal(partly.Done, done) || partly.Left != 3-i {
			t.Errorf("%s: it says %+v", name, partly)
		}
		alone(t, folder, []string{"a", "b", "c"}[:i+1]...)
		for j := range i + 1 {
			if err := os.RemoveAll(at([]string{"a", "b", "c"}[j])); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestBatchIsTakenBack where one cannot be begun, and where the process ends.
func TestBatchIsTakenBack(t *testing.T) {
	folder := t.TempDir()
	b := batchOf(t, folder, "a", "b")
	if _, err := b.Create(filepath.Join(folder, "none", "c")); err == nil {
		t.Error("it can be begun")
	}
	b.Discard()
	alone(t, folder)
	b = batchOf(t, folder, "a", "b")
	replace.Abandon()
	var partly *replace.Partly
	if err := b.Commit(); !errors.As(err, &partly) || len(partly.Done) > 0 {
		t.Errorf("it was committed: %v", err)
	}
	alone(t, folder)
}

// TestBatchHasOneOfAName however that is written.
func TestBatchHasOneOfAName(t *testing.T) {
	folder := t.TempDir()
	names := []string{"a", "./a", "b/../a"}
	if err := os.Mkdir(filepath.Join(folder, "b"), 0o700); err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" {
		if err := os.Symlink(folder, filepath.Join(folder, "b", "up")); err != nil {
			t.Fatal(err)
		}
		names = append(names, "b/up/a")
	}
	b := batchOf(t, folder, "a")
	for _, name := range names {
		_, err := b.Create(folder + "/" + name)
		var taken *replace.Taken
		if !errors.As(err, &taken) || taken.Name != filepath.Join(folder, "a") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := b.Create(os.DevNull); err != nil {
		t.Error(err)
	}
	if _, err := b.Create(os.DevNull); err != nil {
		t.Errorf("a device takes all: %v", err)
	}
	b.Discard()
	alone(t, folder, "b")
}

// TestNew: what is there stays, also what came meanwhile.
func TestNew(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a")
	f, err := replace.New(path)
	if err != nil {
		t.Fatal(err)
	}
	f.WriteString("new")
	if err := os.WriteFile(path, []byte("meanwhile"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(); !errors.Is(err, fs.ErrExist) {
		t.Errorf("committed: %v", err)
	}
	alone(t, folder, "a")
	if got := read(t, path); got != "meanwhile" {
		t.Errorf("there is %q", got)
	}
	if _, err := replace.New(path); !errors.Is(err, fs.ErrExist) {
		t.Errorf("begun: %v", err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if f, err = replace.New(path); err != nil {
		t.Fatal(err)
	}
	f.WriteString("new")
	if err := f.Commit(); err != nil || read(t, path) != "new" {
		t.Errorf("%v, %q", err, read(t, path))
	}
	alone(t, folder, "a")
}
