// Package replace writes files and folders whole or not at all, and everything that
// the program leaves is written by it. What is written goes to a
// new file, which takes the place of the old one in one step at the end. Where
// the system has files without a name (Linux, O_TMPFILE) the new file is one
// until then, and nothing is left of it when the process is killed; elsewhere it
// stands beside the old one under a hidden name, and the next write removes what
// a killed process left.
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
	only   bool   // nothing may have the name before
	closed bool

	mu     sync.Mutex
	beside string // the name that it has until then; "": none
	gone   bool   // it was abandoned
}

// Create begins a file. That it cannot be written, as far as this can be
// known, is told here and not in the end: the folder is missing, something
// else has the name, or the file there is read-only. A device is written
// straight to, and so is a pipe that somebody reads from; one that nobody does
// is not waited for. What a process that was killed left beside the file is
// removed.
func Create(path string) (*File, error) {
	var mode fs.FileMode
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
		there, err := os.OpenFile(path, os.O_WRONLY|nonBlocking, 0)
		if err != nil {
			return nil, unwritable(path, err)
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
	f, err := fresh(path)
	if err != nil {
		return nil, err
	}
	if mode != 0 {
		if err := f.Chmod(mode); err != nil {
			f.Discard()
			return nil, reason(err)
		}
	}
	return f, nil
}

// New begins a file that must not be there yet: that something has its name is
// fs.ErrExist, now or from Commit.
func New(path string) (*File, error) {
	if _, err := os.Lstat(path); err == nil {
		return nil, fs.ErrExist
	}
	f, err := fresh(path)
	if err != nil {
		return nil, err
	}
	f.only = true
	return f, nil
}

// fresh begins a file in whose place is nothing yet, as far as is known.
func fresh(path string) (*File, error) {
	sweep(path)
	f, err := begin(path)
	if err != nil {
		return nil, reason(err)
	}
	underWay.Store(f, nil)
	return f, nil
}

// errNoReader says why nothing can be written to a pipe.
var errNoReader = errors.New("it is a pipe that nobody reads from")

// unwritable is why what is there cannot be opened.
func unwritable(path string, err error) error {
	if info, err := os.Stat(path); err == nil && info.Mode()&fs.ModeNamedPipe != 0 {
		return errNoReader
	}
	return reason(err)
}

// begin makes a new file without a name, or else with one of its own.
func begin(path string) (*File, error) {
	if f := unnamed(filepath.Dir(path)); f != nil {
		return &File{File: f, path: path}, nil
	}
	f := &File{path: path}
	err := f.take(path, func(name string) (err error) {
		if f.File != nil {
			f.File.Close() // it was taken for one that was left behind
		}
		f.File, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		return err
	})
	return f, err
}

// tries is how many names are tried for the new file.
const tries = 1000

// take gives the file a name beside its own that nothing has: give makes a file
// of that name, or fails with fs.ErrExist.
func (f *File) take(path string, give func(name string) error) error {
	for i := range tries {
		name := hidden(path, i)
		err := give(name)
		switch {
		case errors.Is(err, fs.ErrExist):
		case err != nil:
			return err
		case hold(f.File, name):
			f.beside = name
			return nil
		default:
			os.Remove(name)
		}
	}
	return errNoName
}

// hidden is the nth name beside a path for what is not in its place yet.
func hidden(path string, nth int) string {
	folder, name := filepath.Split(path)
	return fmt.Sprintf("%s.%s.%d-%d.tmp", folder, name, os.Getpid(), nth)
}

// errNoName says that all names are taken that are tried.
var errNoName = errors.New("no name is free beside it for what is not whole yet")

// made reports whether a name is one that hidden makes for another one.
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
	if err := f.settle(); err != nil {
		return err
	}
	return f.place()
}

// settle has everything that was written kept, before the file takes its place.
// What fails takes the file back.
func (f *File) settle() error {
	if f.path == "" {
		return nil
	}
	err := f.Sync()
	if err != nil {
		f.Discard()
	}
	return reason(err)
}

// place gives a file that is settled its name.
func (f *File) place() error {
	if f.path == "" {
		return reason(f.Close())
	}
	f.closed = true
	f.mu.Lock()
	defer f.mu.Unlock()
	var err error
	switch {
	case f.gone:
		err = fs.ErrClosed
	case f.beside == "":
		err = f.name()
	}
	switch {
	case err != nil || f.beside == "":
		err = errors.Join(err, f.File.Close())
	case f.only:
		err = f.moveAlone()
	default:
		err = f.move()
	}
	if err != nil || f.only {
		f.remove()
	}
	underWay.Delete(f)
	return reason(err)
}

// moveAlone gives the file its own name if nothing has it. A file system without
// links has no one step for that.
func (f *File) moveAlone() error {
	err := os.Link(f.beside, f.path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return errors.Join(err, f.File.Close())
	}
	if _, err := os.Lstat(f.path); err == nil {
		return errors.Join(fs.ErrExist, f.File.Close())
	}
	return f.move()
}

// remove takes the hidden name back, if the file has one.
func (f *File) remove() {
	if f.beside != "" {
		os.Remove(f.beside)
	}
}

// name gives a file without a name its own, in one step, if nothing has it; to
// take the place of another file, it is given a hidden name first.
func (f *File) name() error {
	err := link(f.File, f.path)
	if errors.Is(err, fs.ErrExist) && !f.only {
		return f.take(f.path, func(name string) error { return link(f.File, name) })
	}
	return err
}

// Discard takes everything back. After Commit it does nothing.
func (f *File) Discard() {
	if f.closed || f.path == "" {
		return
	}
	f.closed = true
	f.File.Close()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.remove()
	underWay.Delete(f)
}

// underWay is what is neither in its place nor taken back.
var underWay sync.Map // of unfinished

// unfinished is a file or a folder in the making.
type unfinished interface{ abandon() }

// Abandon takes back everything that is being written, for a process that ends
// at once: a Commit that has not come to its last step fails.
func Abandon() {
	for f := range underWay.Range {
		f.(unfinished).abandon() // nothing else is stored
	}
}

func (f *File) abandon() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.gone = true
	f.remove()
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
