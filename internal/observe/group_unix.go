//go:build unix

package observe

import (
	"os"
	"os/exec"
	"syscall"
)

// Group gives a command that is about to start a process group of its own, all
// of which is killed when the command's context ends: what a runtime starts
// does not outlive it.
func Group(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	outlivesNobody(c.SysProcAttr)
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
}

// exitCode is the exit code as shells have it: of a process that a signal
// ended, 128 and the signal's number.
func exitCode(s *os.ProcessState) int {
	if status, ok := s.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return s.ExitCode()
}
