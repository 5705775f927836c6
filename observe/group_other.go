//go:build !unix

package observe

import "os/exec"

// Group does nothing where there are no process groups: only the command
// itself is killed when its context ends.
func Group(*exec.Cmd) {}
