//go:build unix && !linux

package observe

import "syscall"

// outlivesNobody does nothing where the kernel cannot be asked for it.
func outlivesNobody(*syscall.SysProcAttr) {}
