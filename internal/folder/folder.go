// Package folder says what in a folder is taken for a scenario, by the command
// and by the lab, and opens files that others put there.
package folder

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"evsim/internal/say"
)

// IsScenario reports whether a file in a folder is taken for a scenario. Those
// that are hidden set up tools, or are an editor's.
func IsScenario(path string) bool {
	ext := filepath.Ext(path)
	return (ext == ".yaml" || ext == ".yml") && !hidden(filepath.Base(path))
}

// Skips reports whether a folder in a folder, by its name, is passed over. What
// is hidden, or another package manager's, is none of ours.
func Skips(name string) bool { return hidden(name) || name == "node_modules" }

func hidden(name string) bool { return strings.HasPrefix(name, ".") }

// errNoWriter says why nothing comes out of a pipe.
var errNoWriter = say.Errorf("it is a pipe that nobody writes to")

// Open opens a file for reading and says what it is. It does not wait for a
// pipe to have a writer: one in a folder of scenarios would be waited for for
// ever. That the pipe has none is an error of [ReadAll].
func Open(name string) (*os.File, fs.FileInfo, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|NonBlocking, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// ReadAll reads at most so many bytes of what [Open] opened.
func ReadAll(f *os.File, info fs.FileInfo, most int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(f, most))
	if err == nil && len(text) == 0 && info.Mode()&fs.ModeNamedPipe != 0 {
		err = errNoWriter
	}
	return text, err
}

// Leaves reports whether a file is elsewhere than its name says: by symbolic
// links it lies outside of the folder that this process works in, or, where the
// name is not below that, outside of the folder that it is in by its name.
func Leaves(name string) (bool, error) {
	whole, err := filepath.Abs(name)
	if err != nil {
		return false, err
	}
	home, err := filepath.Abs(".")
	if err != nil {
		return false, err
	}
	if !below(home, whole) {
		home = filepath.Dir(whole)
	}
	if home, err = filepath.EvalSymlinks(home); err != nil {
		return false, err
	}
	real, err := filepath.EvalSymlinks(whole)
	return err == nil && !below(home, real), err
}

// LeadsOut reports whether what would be written under a name below the folder that
// this process works in would be written outside of it, by symbolic links. What is
// not there yet goes where its nearest folder that is there leads.
func LeadsOut(name string) bool {
	whole, err := filepath.Abs(name)
	if err != nil {
		return false
	}
	home, err := filepath.Abs(".")
	if err != nil || !below(home, whole) {
		return false
	}
	if home, err = filepath.EvalSymlinks(home); err != nil {
		return false
	}
	for {
		real, err := filepath.EvalSymlinks(whole)
		if err == nil {
			return !below(home, real)
		}
		above := filepath.Dir(whole)
		if above == whole {
			return false
		}
		whole = above
	}
}

// below reports whether a path lies in a folder, both of them whole.
func below(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
