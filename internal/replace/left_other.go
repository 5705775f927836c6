//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package replace

import "os"

// nonBlocking is nothing here: there are no pipes with names of files.
const nonBlocking = 0

// hold marks nothing: there is no mark here that goes with the process.
func hold(*os.File, string) (there bool) { return true }

// holdFolder marks nothing, as hold.
func holdFolder(string) (mark *os.File, there bool) { return nil, true }

// move gives the file its own name in place of the hidden one. A file that is
// open keeps its name on some systems.
func (f *File) move() error {
	if err := f.File.Close(); err != nil {
		return err
	}
	return os.Rename(f.beside, f.path)
}

// sweep leaves what there is: whether somebody writes to it cannot be known.
func sweep(string) {}
