package answer

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"evsim/internal/folder"
	"evsim/scenario"
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

// list is the scenarios of the folder as they are now, by name, and what was
// left out, and why.
func (f *Folder) list(l Limits) (out []example, notes []string) {
	out, notes = []example{}, []string{}
	entries, total := 0, int64(0)
	err := fs.WalkDir(f.root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if entries++; entries > maxEntries {
			notes = append(notes, fmt.Sprintf("the folder has more than %d entries: the others are left out", maxEntries))
			return errEnough
		}
		switch {
		case err != nil:
			notes = append(notes, fmt.Sprintf("%s is left out: %s", name, plain(err)))
			return nil
		case d.IsDir() && name != "." && folder.Skips(d.Name()):
			return fs.SkipDir
		case d.IsDir() || !folder.IsScenario(name):
			return nil
		case len(out) == l.Files || total >= l.FolderSize:
			notes = append(notes, fmt.Sprintf("the folder has more than %d scenarios or %d bytes of them: the others are left out", l.Files, l.FolderSize))
			return errEnough
		}
		text, err := f.read(name, l.FileSize)
		if err != nil {
			notes = append(notes, fmt.Sprintf("%s is left out: %s", name, plain(err)))
			return nil
		}
		total += int64(len(text))
		out = append(out, exampleOf(name, text))
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		notes = append(notes, plain(err))
	}
	return out, notes
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
		return nil, errors.New("it is no file")
	}
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("it has more than %d bytes", most)
	}
	return text, err
}

// plain is an error of the file system without the path, which the message has.
func plain(err error) string {
	var where *fs.PathError
	if errors.As(err, &where) {
		return where.Err.Error()
	}
	return err.Error()
}

// exampleOf is a file as an example, under the name that it gives itself.
func exampleOf(name string, text []byte) example {
	title := name
	if s, _ := scenario.Parse(name, text); s != nil {
		title = s.Name
	}
	return example{ID: name, Title: both{title, title}, Source: string(text)}
}
