package answer

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"evsim/internal/escape"
	"evsim/internal/folder"
	"evsim/internal/say"
)

// Folder is a folder of scenarios. Nothing outside of it is read, whatever
// links in it point to.
type Folder struct{ root *os.Root }

// OpenFolder opens a folder; it is closed when it is no longer used.
func OpenFolder(name string) (*Folder, error) {
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, fmt.Errorf("open the folder: %w", err)
	}
	return &Folder{root}, nil
}

// Close closes the folder.
func (f *Folder) Close() error { return f.root.Close() }

// maxEntries bounds how many names in a folder are looked at.
const maxEntries = 20_000

// errEnough ends a walk.
var errEnough = errors.New("enough")

// list is the scenarios of the folder as they are now, by number and name, and
// what was left out, and why.
func (f *Folder) list(l Limits) (out []example, notes []both) {
	out, notes = []example{}, []both{}
	entries, total := 0, int64(0)
	leave := func(name string, err error) {
		notes = append(notes, said(say.Of("%s is left out: %s", escape.Line(name), plain(err))))
	}
	err := fs.WalkDir(f.root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if entries++; entries > maxEntries {
			notes = append(notes, said(say.Of("the folder has more than %d entries: the others are left out", maxEntries)))
			return errEnough
		}
		switch {
		case err != nil:
			leave(name, err)
			return nil
		case d.IsDir() && name != "." && folder.Skips(d.Name()):
			return fs.SkipDir
		case d.IsDir() || !folder.IsScenario(name):
			return nil
		case len(out) == l.Files || total >= l.FolderSize:
			notes = append(notes, said(say.Of("the folder has more than %d scenarios or %d bytes of them: the others are left out", l.Files, l.FolderSize)))
			return errEnough
		}
		text, err := f.read(name, l.FileSize)
		if err != nil {
			leave(name, err)
			return nil
		}
		one, _, err := f.example(name, text, l)
		if err != nil {
			leave(name, err)
			return nil
		}
		if total += int64(len(text)); one.Language != "" {
			total += int64(len(one.Source))
		}
		out = append(out, one)
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		notes = append(notes, said(plain(err)))
	}
	slices.SortStableFunc(out, func(a, b example) int { return cmp.Or(byNumber(a.ID, b.ID), strings.Compare(a.ID, b.ID)) })
	return out, notes
}

// byNumber compares names with the numbers in them as numbers: 2 comes before 10.
func byNumber(a, b string) int {
	for a != "" && b != "" {
		n, m := digits(a), digits(b)
		if n == 0 || m == 0 {
			if a[0] != b[0] {
				return cmp.Compare(a[0], b[0])
			}
			a, b = a[1:], b[1:]
			continue
		}
		x, y := strings.TrimLeft(a[:n], "0"), strings.TrimLeft(b[:m], "0")
		if c := cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(x, y)); c != 0 {
			return c
		}
		a, b = a[n:], b[m:]
	}
	return cmp.Compare(len(a), len(b))
}

// digits is how many digits a text begins with.
func digits(text string) int { return len(text) - len(strings.TrimLeft(text, "0123456789")) }

// lesson is what a lesson of the folder keeps.
func (f *Folder) lesson(id string, l Limits) (*withheld, error) {
	skipped := slices.ContainsFunc(strings.Split(path.Dir(id), "/"), func(name string) bool { return name != "." && folder.Skips(name) })
	if !fs.ValidPath(id) || skipped || !folder.IsScenario(id) {
		return nil, fs.ErrNotExist
	}
	text, err := f.read(id, l.FileSize)
	if err != nil {
		return nil, err
	}
	_, s, err := f.example(id, text, l)
	switch {
	case err != nil:
		return nil, err
	case s == nil:
		return nil, fs.ErrNotExist
	}
	return keeps(id, s, text)
}

// read reads a file that is not too large.
func (f *Folder) read(name string, most int64) ([]byte, error) {
	file, err := f.root.OpenFile(name, os.O_RDONLY|folder.NonBlocking, 0) // a pipe in its place must not be waited for
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, say.Errorf("it is not a file")
	}
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(text)) > most {
		err = say.Errorf("it has more than %d bytes", most)
	}
	return text, err
}

// plain is an error of the file system without the path, which the message has.
func plain(err error) say.Text {
	var where *fs.PathError
	if errors.As(err, &where) {
		return say.OfError(where.Err)
	}
	return say.OfError(err)
}
