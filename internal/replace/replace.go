// Package replace writes files whole or not at all: what is written goes to a
// new file beside the old one, which takes its place in one step at the end.
package replace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// File is a file that is being written. Until Commit nobody sees it under its
// own name.
type File struct {
	*os.File
	path   string // "": what is written goes straight to a device
	closed bool
}

// Create begins a file. That it cannot be written, as far as this can be
// known, is told here and not in the end: the folder is missing, something
// else has the name, or the file there is read-only. A device or a pipe is
// written straight to. What a process that was killed left beside the file is
// removed.
func Create(path string) (*File, error) {
	var mode fs.FileMode
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
		there, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, reason(err)
		}
		info, err := there.Stat()
		if err != nil || !info.Mode().IsRegular() {
			return &File{File: there}, err
		}
		mode = info.Mode().Perm()
		if err := there.Close(); err != nil {
			return nil, reason(err)
		}
	}
	sweep(path)
	made, err := beside(path)
	if err == nil && mode != 0 {
		err = made.Chmod(mode)
	}
	if err != nil {
		return nil, reason(err)
	}
	f := &File{File: made, path: path}
	underWay.Store(f, nil)
	return f, nil
}

// tries is how many names are tried for the new file.
const tries = 1000

// beside makes a file of a name that nothing has.
func beside(path string) (*os.File, error) {
	folder, name := filepath.Split(path)
	for i := range tries {
		f, err := os.OpenFile(fmt.Sprintf("%s.%s.%d-%d.tmp", folder, name, os.Getpid(), i), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		switch {
		case errors.Is(err, fs.ErrExist):
		case err != nil:
			return nil, err
		case hold(f):
			return f, nil
		default:
			f.Close()
			os.Remove(f.Name())
		}
	}
	return nil, fmt.Errorf("no name is free beside %s", path)
}

// made reports whether a file's name is one that beside makes for another name.
func made(name, of string) bool {
	number, _ := strings.CutPrefix(name, "."+of+".")
	number, _ = strings.CutSuffix(number, ".tmp")
	pid, nth, ok := strings.Cut(number, "-")
	return ok && isNumber(pid) && isNumber(nth)
}

func isNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// quoted is a text that a pattern matches as it is (path/filepath, Match).
func quoted(text string) string {
	if os.PathSeparator == '\\' {
		return text // there nothing quotes
	}
	return strings.NewReplacer("\\", "\\\\", "*", "\\*", "?", "\\?", "[", "\\[").Replace(text)
}

// Commit puts the file in its place.
func (f *File) Commit() error {
	if f.path == "" {
		return reason(f.Close())
	}
	f.closed = true
	err := errors.Join(f.Sync(), f.File.Close())
	if err == nil {
		err = os.Rename(f.Name(), f.path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	underWay.Delete(f)
	return reason(err)
}

// Discard takes everything back. After Commit it does nothing.
func (f *File) Discard() {
	if f.closed || f.path == "" {
		return
	}
	f.closed = true
	f.File.Close()
	os.Remove(f.Name())
	underWay.Delete(f)
}

// underWay is the files that are neither in their place nor taken back.
var underWay sync.Map // of *File

// Abandon takes back every file that is being written, for a process that ends
// at once: a Commit that has not come to its last step fails.
func Abandon() {
	for f := range underWay.Range {
		os.Remove(f.(*File).Name()) // only *File are stored
	}
}

// Write replaces a file by one with this text.
func Write(path string, text []byte) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	defer f.Discard()
	if _, err := f.Write(text); err != nil {
		return reason(err)
	}
	return f.Commit()
}

// reason is an error of the file system without the names of files: the new
// file's is nothing to the user, and the old one's the caller knows.
func reason(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}
