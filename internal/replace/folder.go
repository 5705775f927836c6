package replace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// Folder is a new folder that is being filled. Until Commit it stands beside its
// place, under a hidden name. One that a killed process left there is removed by
// the next process that makes a folder of that name.
type Folder struct {
	path, beside string
	mark         *os.File // that it is being filled; nil where there are no such marks

	mu   sync.Mutex
	over bool // it is in its place, or was taken back
}

// NewFolder begins a folder. That something has its name is fs.ErrExist, now or
// from Commit. The folder above it must be there.
func NewFolder(path string) (*Folder, error) {
	path = filepath.Clean(path)
	if _, err := os.Lstat(path); err == nil {
		return nil, fs.ErrExist
	}
	sweep(path)
	for i := range tries {
		f := &Folder{path: path, beside: hidden(path, i)}
		err := os.Mkdir(f.beside, 0o777)
		switch {
		case errors.Is(err, fs.ErrExist):
			continue
		case err != nil:
			return nil, reason(err)
		}
		var there bool
		if f.mark, there = holdFolder(f.beside); !there {
			continue // it was taken for one that was left behind
		}
		underWay.Store(f, nil)
		return f, nil
	}
	return nil, errNoName
}

// Name is where the files go until Commit.
func (f *Folder) Name() string { return f.beside }

// Write writes a file of the folder, and the folders that it is in; its name has
// slashes.
func (f *Folder) Write(name string, text []byte) error {
	file := filepath.Join(f.beside, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return reason(err)
	}
	return reason(os.WriteFile(file, text, 0o666))
}

// Commit gives the folder its name.
func (f *Folder) Commit() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.over {
		return fs.ErrClosed
	}
	err := fs.ErrExist // a rename would take the place of an empty folder
	if _, there := os.Lstat(f.path); there != nil {
		err = os.Rename(f.beside, f.path)
	}
	if err != nil {
		f.remove()
		return reason(err)
	}
	f.end()
	return nil
}

// Discard takes everything back. After Commit it does nothing.
func (f *Folder) Discard() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.remove()
}

func (f *Folder) abandon() { f.Discard() }

func (f *Folder) remove() {
	if !f.over {
		os.RemoveAll(f.beside)
		f.end()
	}
}

func (f *Folder) end() {
	f.over = true
	if f.mark != nil {
		f.mark.Close()
	}
	underWay.Delete(f)
}
