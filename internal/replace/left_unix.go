//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package replace

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// hold marks a new file as one that is being written. The mark goes with the
// process, however that ends. It is not there any more if another process took
// the file for one that was left behind, between its making and its mark.
func hold(f *os.File) (there bool) {
	return !errors.Is(lock(f), syscall.EWOULDBLOCK) && isThere(f)
}

func lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

func isThere(f *os.File) bool {
	now, err := os.Lstat(f.Name())
	mine, err2 := f.Stat()
	return err == nil && err2 == nil && os.SameFile(now, mine)
}

// sweep removes what processes that were killed left beside a file: new files
// that nobody writes to any more.
func sweep(path string) {
	folder, name := filepath.Split(path)
	left, _ := filepath.Glob(quoted(folder) + quoted("."+name+".") + "*.tmp") // the pattern is well-formed
	for _, one := range left {
		if info, err := os.Lstat(one); err != nil || !info.Mode().IsRegular() || !made(filepath.Base(one), name) {
			continue
		}
		f, err := os.OpenFile(one, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
		if err != nil {
			continue
		}
		if lock(f) == nil && isThere(f) {
			os.Remove(one)
		}
		f.Close()
	}
}
