//go:build !js

package folder

import "syscall"

// NonBlocking is the flag with which a file is opened that may be a pipe: its
// opening does not wait for a writer.
const NonBlocking = syscall.O_NONBLOCK
