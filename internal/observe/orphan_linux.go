package observe

import "syscall"

// outlivesNobody lets the kernel kill a process when the thread that starts it
// ends. Go's threads last as long as the process, but for those of goroutines
// that are locked to them, and nothing here is.
func outlivesNobody(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGKILL }
