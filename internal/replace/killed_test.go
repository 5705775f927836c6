//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package replace_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"evsim/internal/replace"
)

// The tests of this file kill a process of their own that writes a file: this
// program, which is told so by its environment.
func TestMain(m *testing.M) {
	switch path := os.Getenv("EVSIM_REPLACE"); os.Getenv("EVSIM_REPLACE_HOW") {
	case "half":
		writeHalf(path)
	case "folder":
		writeFolder(path)
	case "always":
		writeAlways(path)
	case "batch":
		writeBatches(path)
	default:
		os.Exit(m.Run())
	}
}

// writeHalf begins a file, and waits for its end.
func writeHalf(path string) {
	f, err := replace.Create(path)
	if err == nil {
		_, err = io.WriteString(f, "half")
	}
	fmt.Println("written:", err)
	wait()
}

// wait lasts until the process that began this one kills it, or ends. A select {} would not:
// Go ends a program of which all parts wait for each other.
func wait() { io.Copy(io.Discard, os.Stdin) }

// writeFolder begins a folder, and waits for its end.
func writeFolder(path string) {
	f, err := replace.NewFolder(path)
	if err == nil {
		err = f.Write("a", []byte("half"))
	}
	fmt.Println("written:", err)
	wait()
}

// writeAlways writes a file again and again, until its end.
func writeAlways(path string) {
	fmt.Println("written:", error(nil))
	for i := 0; ; i++ {
		if err := replace.Write(path, whole(i)); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
	}
}

// batched are the files of a batch.
var batched = strings.Split("abcdefgh", "")

// writeBatches writes batches of files again and again, until its end.
func writeBatches(folder string) {
	fmt.Println("written:", error(nil))
	for i := 1; ; i++ {
		if err := writeBatch(folder, i); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
	}
}

func writeBatch(folder string, i int) error {
	var b replace.Batch
	defer b.Discard()
	for _, name := range batched {
		f, err := b.Create(filepath.Join(folder, name))
		if err != nil {
			return err
		}
		if _, err := f.Write(whole(i)); err != nil {
			return err
		}
	}
	return b.Commit()
}

// whole is a text of which one can see whether it is whole.
func whole(i int) []byte { return bytes.Repeat([]byte{'a' + byte(i%26)}, 100_000) }

// killed begins a process that writes, and kills it after a while.
func killed(t *testing.T, path, how string, after time.Duration) {
	t.Helper()
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(own)
	c.Env = append(os.Environ(), "EVSIM_REPLACE="+path, "EVSIM_REPLACE_HOW="+how)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	const begun = "written: <nil>\n"
	said := make([]byte, len(begun))
	if _, err := io.ReadFull(out, said); err != nil || string(said) != begun {
		t.Errorf("the other process says %q, %v", said, err)
	}
	time.Sleep(after)
	if err := c.Process.Signal(syscall.SIGKILL); err != nil {
		t.Error(err)
	}
	if c.Wait(); c.ProcessState.ExitCode() != -1 {
		t.Errorf("it was not killed: %v", c.ProcessState)
	}
}

// names are what a folder holds.
func names(t *testing.T, folder string) (out []string) {
	t.Helper()
	found, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		out = append(out, f.Name())
	}
	return out
}

// TestKilledBeforeItsEnd: of a file that was not written to its end nothing is
// seen under its name. Where the system has files without a name, nothing is
// left at all; elsewhere the next write removes it.
func TestKilledBeforeItsEnd(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a")
	killed(t, path, "half", 0)
	if left := names(t, folder); len(left) > 0 && (replace.HasUnnamed(folder) || len(left) > 1 || !strings.HasSuffix(left[0], ".tmp")) {
		t.Errorf("there is left %q", left)
	}
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	killed(t, path, "half", 0)
	if got := read(t, path); got != "old" {
		t.Errorf("there is %q", got)
	}
	if err := replace.Write(path, []byte("new")); err != nil {
		t.Fatal(err)
	}
	alone(t, folder, "a")
}

// TestKilledAtAnyTime: whenever a process that writes a file is killed, there is
// a whole one, and after the next write nothing else.
func TestKilledAtAnyTime(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a")
	for i := range 20 {
		if err := replace.Write(path, whole(i)); err != nil {
			t.Fatal(err)
		}
		alone(t, folder, "a")
		killed(t, path, "always", time.Duration(i)*997*time.Microsecond/2)
		got := read(t, path)
		if len(got) != len(whole(0)) || strings.Trim(got, got[:1]) != "" {
			t.Fatalf("%d bytes, and they are not one text: %.20q", len(got), got)
		}
		if left := names(t, folder); len(left) > 2 {
			t.Errorf("there is left %q", left)
		}
	}
}

// TestBatchOfTheKilled: whenever a process that writes several files together is
// killed, each is whole; the first of them may be new where the last are those of
// the batch before. After the next batch there is nothing else.
func TestBatchOfTheKilled(t *testing.T) {
	folder := t.TempDir()
	for i := range 20 {
		if err := writeBatch(folder, 0); err != nil {
			t.Fatal(err)
		}
		alone(t, folder, batched...)
		killed(t, folder, "batch", time.Duration(i)*997*time.Microsecond/2)
		last, older := byte(0), false
		for n, name := range batched {
			got := read(t, filepath.Join(folder, name))
			if len(got) != len(whole(0)) || strings.Trim(got, got[:1]) != "" {
				t.Fatalf("%s: %d bytes, and they are not one text: %.20q", name, len(got), got)
			}
			if n > 0 && got[0] != last {
				if before := 'a' + (last-'a'+25)%26; older || got[0] != before {
					t.Errorf("%s is of batch %c, the one before it of %c", name, got[0], last)
				}
				older = true
			}
			last = got[0]
		}
	}
}

// TestCommitFails where a folder has the name by then, and leaves nothing.
func TestCommitFails(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a")
	f, err := replace.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(path, "b"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(); err == nil {
		t.Error("a folder was replaced")
	}
	alone(t, folder, "a")
}

// TestAbandoned: files that were abandoned are gone, and cannot be committed.
func TestAbandoned(t *testing.T) {
	folder := t.TempDir()
	f, err := replace.Create(filepath.Join(folder, "a"))
	if err != nil {
		t.Fatal(err)
	}
	f.WriteString("half")
	replace.Abandon()
	if err := f.Commit(); err == nil {
		t.Error("it was committed")
	}
	alone(t, folder)
}

// TestFolderOfTheKilled: of a folder whose process was killed nothing has its name,
// and the next one of that name takes away what is left, but nothing of a process
// that still fills one.
func TestFolderOfTheKilled(t *testing.T) {
	above := t.TempDir()
	path := filepath.Join(above, "new")
	killed(t, path, "folder", 0)
	if _, err := os.Lstat(path); err == nil {
		t.Error("it is there")
	}
	first, err := replace.NewFolder(path)
	if err != nil {
		t.Fatal(err)
	}
	alone(t, above, filepath.Base(first.Name()))
	second, err := replace.NewFolder(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Commit(); err != nil {
		t.Error(err)
	}
	if err := second.Commit(); err == nil {
		t.Error("a folder took the place of another")
	}
	alone(t, above, "new")
}

// TestPipes: one that nobody reads from is not waited for, and one that somebody
// does is written to.
func TestPipes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := replace.Create(path); err == nil || !strings.Contains(err.Error(), "nobody reads") {
		t.Errorf("it can be written: %v", err)
	}
	reader, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if err := replace.Write(path, []byte("all")); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(reader); err != nil || string(got) != "all" {
		t.Errorf("%q, %v", got, err)
	}
}
