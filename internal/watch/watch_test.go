package watch_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"evsim/internal/watch"
)

func write(t *testing.T, name string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte("a"), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

func hidden(name string) bool { return strings.HasPrefix(name, ".") }

// until waits for a change of a file. One change may be told in parts.
func until(t *testing.T, w *watch.Watcher, want string) {
	t.Helper()
	for {
		files, err := w.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(files, want) {
			return
		}
	}
}

func TestNext(t *testing.T) {
	folder := t.TempDir()
	old := write(t, filepath.Join(folder, "in", "a.yaml"))
	write(t, filepath.Join(folder, ".git", "a.yaml"))
	w, err := watch.New(t.Context(), []string{folder}, hidden)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, ".git", "a.yaml"))
	write(t, old)
	files, err := w.Next(t.Context())
	if err != nil || !slices.Equal(files, []string{old}) {
		t.Errorf("%v, %v: a hidden folder is watched", files, err)
	}
	// Folders that are made later are watched, with what is in them.
	until(t, w, rooted(t, folder, "new", "deep", "b.yaml"))
	until(t, w, write(t, filepath.Join(folder, "new", "deep", "c.yaml")))
	// A file that another one takes the place of, as editors do.
	if err := os.Rename(write(t, filepath.Join(folder, "tmp")), old); err != nil {
		t.Fatal(err)
	}
	until(t, w, old)
	if err := os.Remove(old); err != nil {
		t.Fatal(err)
	}
	until(t, w, old)
}

func rooted(t *testing.T, parts ...string) string { return write(t, filepath.Join(parts...)) }

func TestNextEndsWithItsContext(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	w, err := watch.New(ctx, []string{t.TempDir()}, hidden)
	if err != nil {
		t.Fatal(err)
	}
	stop()
	if files, err := w.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", files, err)
	}
}

func TestNewOfWhatIsNotThere(t *testing.T) {
	if _, err := watch.New(t.Context(), []string{filepath.Join(t.TempDir(), "none")}, hidden); err == nil {
		t.Error("no error")
	}
}

func Example() {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	folder, err := os.MkdirTemp("", "watch")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	w, err := watch.New(ctx, []string{folder}, func(name string) bool { return name == "node_modules" })
	if err != nil {
		panic(err)
	}
	os.WriteFile(filepath.Join(folder, "race.yaml"), []byte("evsim: 1\n"), 0o666)
	files, err := w.Next(ctx)
	fmt.Println(filepath.Base(files[0]), err)
	// Output: race.yaml <nil>
}
