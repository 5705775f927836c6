//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package replace

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// nonBlocking is the flag with which a pipe is opened: it does not wait for a
// reader.
const nonBlocking = syscall.O_NONBLOCK

// hold marks a new file as one that is being written. The mark goes with the
// process, however that ends. It is not there any more if another process took
// the file for one that was left behind, between its making and its mark.
func hold(f *os.File, name string) (there bool) {
	return !errors.Is(lock(f), syscall.EWOULDBLOCK) && isThere(f, name)
}

// holdFolder is hold for a new folder; the mark ends with the file.
func holdFolder(name string) (mark *os.File, there bool) {
	f, err := os.Open(name)
	if err != nil {
		return nil, false
	}
	if !hold(f, name) {
		f.Close()
		return nil, false
	}
	return f, true
}

// move gives the file its own name in place of the hidden one, and ends the mark
// after that.
func (f *File) move() error { return errors.Join(os.Rename(f.beside, f.path), f.File.Close()) }

func lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

func isThere(f *os.File, name string) bool {
	now, err := os.Lstat(name)
	mine, err2 := f.Stat()
	return err == nil && err2 == nil && os.SameFile(now, mine)
}

// sweep removes what processes that were killed left beside a file or a folder:
// new ones that nobody writes to any more.
func sweep(path string) {
	folder, name := filepath.Split(path)
	left, _ := filepath.Glob(quoted(folder) + quoted("."+name+".") + "*.tmp") // the pattern is well-formed
	for _, one := range left {
		if info, err := os.Lstat(one); err != nil || !info.Mode().IsRegular() && !info.IsDir() || !made(filepath.Base(one), name) {
			continue
		}
		f, err := os.OpenFile(one, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
		if err != nil {
			continue
		}
		if lock(f) == nil && isThere(f, one) {
			os.RemoveAll(one)
		}
		f.Close()
	}
}
