package replace

import (
	"fmt"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// unnamed is a new file without a name, which goes with the process unless it
// is linked (open(2), O_TMPFILE); nil where the file system has none, or where
// it could not be linked later.
func unnamed(folder string) *os.File {
	fd, err := unix.Open(folder, unix.O_TMPFILE|unix.O_WRONLY|unix.O_CLOEXEC, 0o666)
	if err != nil {
		return nil
	}
	f := os.NewFile(uintptr(fd), folder)
	_ = lock(f) // for the time in which it has a hidden name; whom that fails leaves such names alone too
	if _, err := os.Stat(handle(f)); err != nil {
		f.Close()
		return nil
	}
	return f
}

// link gives a file without a name one. The error is fs.ErrExist if something
// has that name.
func link(f *os.File, name string) error {
	if err := unix.Linkat(unix.AT_FDCWD, handle(f), unix.AT_FDCWD, name, unix.AT_SYMLINK_FOLLOW); err != nil {
		return &fs.PathError{Op: "link", Path: name, Err: err}
	}
	return nil
}

// handle is a file as the process's own table of open files has it (proc(5)).
func handle(f *os.File) string { return fmt.Sprint("/proc/self/fd/", f.Fd()) }
