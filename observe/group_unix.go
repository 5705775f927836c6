//go:build unix

package observe

import (
	"os/exec"
	"syscall"
)

// Group gives a command that is about to start a process group of its own, all
// of which is killed when the command's context ends: what a runtime starts
// does not outlive it.
func Group(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
}
