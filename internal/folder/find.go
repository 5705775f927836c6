package folder

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
)

// MaxRead is more bytes than a scenario may have, so that its size is the
// parser's to complain about.
const MaxRead = 16 << 20

// Found is the scenarios of a folder, and what looks like one and is passed by.
type Found struct {
	Files   []string // in the order of names
	Keyless []string // YAML without the key that makes a scenario
	Linked  []string // links to folders
	Odd     []string // named as scenarios are, and no files
}

// Find finds the scenarios in a folder and in the folders in it. The error is
// the file system's, of a folder that cannot be read.
func Find(root string) (f Found, err error) {
	walked := root
	if info, err := os.Lstat(root); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		walked += string(filepath.Separator) // a link that is named is followed
	}
	err = filepath.WalkDir(walked, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != walked && Skips(d.Name()):
			return fs.SkipDir
		case d.IsDir():
			return nil
		}
		f.add(path, d)
		return nil
	})
	return f, err
}

// add takes in what is no folder.
func (f *Found) add(path string, d fs.DirEntry) {
	mode := d.Type()
	if mode&fs.ModeSymlink != 0 {
		info, err := os.Stat(path)
		switch {
		case err == nil && info.IsDir() && !Skips(d.Name()):
			f.Linked = append(f.Linked, path)
			return
		case err == nil:
			mode = info.Mode()
		default:
			mode = 0 // opening it says what is wrong
		}
	}
	switch {
	case !IsScenario(path):
	case !mode.IsRegular():
		f.Odd = append(f.Odd, path)
	default:
		if is, err := hasKey(path); is || err != nil { // what cannot be read is told as one file's fault, beside the others
			f.Files = append(f.Files, path)
		} else {
			f.Keyless = append(f.Keyless, path)
		}
	}
}

// Passed says what was passed by, so that nobody takes it for tested: a line for
// each reason. Shown is a name as it is to be written.
func (f *Found) Passed(shown func(string) string) (lines []string) {
	for _, passed := range [...]struct {
		names []string
		why   string
	}{
		{f.Keyless, "it has no `evsim:` key"},
		{f.Linked, "it is a link to a folder; name it to have what is in it"},
		{f.Odd, "it is not a file"},
	} {
		if n := len(passed.names); n == 1 {
			lines = append(lines, fmt.Sprintf("passed by %s: %s", shown(passed.names[0]), passed.why))
		} else if n > 1 {
			lines = append(lines, fmt.Sprintf("passed by %s, and %d more like it: %s", shown(passed.names[0]), n-1, passed.why))
		}
	}
	return lines
}

// key is the key that makes a scenario of a YAML file: at the begin of a line,
// or in a mapping in braces that is all of the file.
var key = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("(?m)^(\\x{FEFF})?(?:evsim|'evsim'|\"evsim\")[ \\t]*:|\\A(\\x{FEFF})?(?:\\s|#.*\\n|---.*\\n)*\\{[^{}]*\\bevsim\\b['\"]?\\s*:")
})

// hasKey reports whether a file has the key of a scenario.
func hasKey(path string) (bool, error) {
	file, info, err := Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	text, err := ReadAll(file, info, MaxRead)
	return err == nil && strings.Contains(string(text), "evsim") && key().Match(text), err
}
