package replace_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"evsim/internal/replace"
)

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// alone fails unless the folder holds just the named files.
func alone(t *testing.T, folder string, names ...string) {
	t.Helper()
	found, err := os.ReadDir(folder)
	if err != nil || len(found) != len(names) {
		t.Fatalf("%v, %v: want %v alone", found, err, names)
	}
	for i, name := range names {
		if found[i].Name() != name {
			t.Errorf("found %s, want %s", found[i].Name(), name)
		}
	}
}

func TestCommitReplacesAndKeepsTheMode(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a")
	if err := os.WriteFile(path, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	f, err := replace.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	f.WriteString("new")
	if got := read(t, path); got != "old" {
		t.Errorf("before Commit there is %q", got)
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	f.Discard()
	if got := read(t, path); got != "new" {
		t.Errorf("after Commit there is %q", got)
	}
	if info, err := os.Stat(path); runtime.GOOS != "windows" && (err != nil || info.Mode().Perm() != 0o640) {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	alone(t, folder, "a")
}

func TestDiscardLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	f, err := replace.Create(filepath.Join(folder, "a"))
	if err != nil {
		t.Fatal(err)
	}
	f.WriteString("half")
	f.Discard()
	f.Discard()
	alone(t, folder)
}

func TestLinkStaysALink(t *testing.T) {
	folder := t.TempDir()
	path, link := filepath.Join(folder, "a"), filepath.Join(folder, "b")
	if err := replace.Write(path, []byte("old")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("a", link); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	if err := replace.Write(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode().Type() != os.ModeSymlink || read(t, path) != "new" {
		t.Errorf("%v, %v, and %q behind the link", info.Mode(), err, read(t, path))
	}
}

func TestCreateTellsAtOnce(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	if err := replace.Write(file, nil); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{folder, filepath.Join(folder, "none", "a"), filepath.Join(file, "a")} {
		if f, err := replace.Create(path); err == nil {
			f.Discard()
			t.Errorf("%s can be made", path)
		}
	}
	alone(t, folder, "file")
}

// TestWhatKilledProcessesLeftIsRemoved: a new file that nobody writes to any
// more goes with the next write, and one that is being written does not.
func TestWhatKilledProcessesLeftIsRemoved(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no mark that goes with a process")
	}
	folder := t.TempDir()
	path := filepath.Join(folder, "a[1]*")
	for _, name := range []string{".a[1]*.12-0.tmp", ".a[1]*.4194304-999.tmp", ".a[1]*.mine.tmp", ".a[1]*.12-.tmp", ".a1x.12-0.tmp"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	first, err := replace.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	second, err := replace.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []*replace.File{first, second} {
		if err := f.Commit(); err != nil {
			t.Error(err)
		}
	}
	alone(t, folder, ".a1x.12-0.tmp", ".a[1]*.12-.tmp", ".a[1]*.mine.tmp", "a[1]*")
}
