//go:build !unix

package observe

import (
	"os"
	"os/exec"
)

// Group does nothing where there are no process groups: only the command
// itself is killed when its context ends.
func Group(*exec.Cmd) {}

// exitCode is the exit code.
func exitCode(s *os.ProcessState) int { return s.ExitCode() }
