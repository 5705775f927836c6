package apart

import "syscall"

// refuseMore has the system refuse to give this process more than so many bytes.
// Where it cannot, the process still looks at itself.
func refuseMore(bytes uint64) {
	_ = syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: bytes, Max: bytes})
}
