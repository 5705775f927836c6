package replace

import (
	"fmt"
	"path/filepath"
	"strings"
)

// Batch is files that are written together: each is there whole or not at all,
// and none takes its place before everything has been written. Its zero value is
// empty. It is for one goroutine.
type Batch struct {
	files []*File
	names []string // as the caller gave them
}

// Taken is the error of a file that another one of its batch would be lost by.
type Taken struct{ Name string }

// Error says which (error).
func (e *Taken) Error() string { return "another file of the same command goes there: " + e.Name }

// Create begins a file of the batch, as the function of that name does.
func (b *Batch) Create(name string) (*File, error) {
	f, err := Create(name)
	if err != nil {
		return nil, err
	}
	at := whole(f.path)
	for i, other := range b.files {
		if f.path != "" && whole(other.path) == at {
			f.Discard()
			return nil, &Taken{b.names[i]}
		}
	}
	b.files, b.names = append(b.files, f), append(b.names, name)
	return f, nil
}

// whole is where a file is, however it was named; "" is not a file.
func whole(path string) string {
	if path == "" {
		return ""
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return path
	}
	if full, err := filepath.Abs(folder); err == nil {
		folder = full
	}
	return filepath.Join(folder, filepath.Base(path))
}

// Partly is the error of a batch that is not in its place whole.
type Partly struct {
	Name string   // the file that could not be written
	Done []string // those that are in their places
	Left int      // how many are not, Name among them
	Err  error
}

// Error says which file, why, and which are written (error).
func (e *Partly) Error() string {
	text := fmt.Sprintf("cannot write %s: %v", e.Name, e.Err)
	if len(e.Done) > 0 {
		text += "; written are " + strings.Join(e.Done, ", ")
	}
	return text
}

// Unwrap is why.
func (e *Partly) Unwrap() error { return e.Err }

// Commit puts the files in their places, in the order in which they were begun.
// The error is a *Partly: it says which are there. As long as nothing was put in
// its place, any failure takes back all.
func (b *Batch) Commit() error {
	defer b.Discard()
	for i, f := range b.files {
		if err := f.settle(); err != nil {
			return &Partly{Name: b.names[i], Left: len(b.files), Err: err}
		}
	}
	for i, f := range b.files {
		if err := f.place(); err != nil {
			return &Partly{Name: b.names[i], Done: b.names[:i:i], Left: len(b.files) - i, Err: err}
		}
	}
	return nil
}

// Discard takes everything back. After Commit it does nothing.
func (b *Batch) Discard() {
	for _, f := range b.files {
		f.Discard()
	}
}
