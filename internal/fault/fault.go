// Package fault carries a panic from the goroutine that it happened in to the
// one that waits for it, which can answer it. A panic that nothing recovers ends
// the whole process, whoever else it works for.
package fault

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// Fault is a panic that was recovered.
type Fault struct {
	Value any    // what panic was called with
	At    string // the function that panicked, and the file and line in it
}

// Error says what failed, and where, in one line.
func (f *Fault) Error() string { return fmt.Sprintf("evsim itself failed: %v (at %s)", f.Value, f.At) }

// Carry does some work, and returns the panic that ended it; nil if none did.
func Carry(work func()) (f *Fault) {
	defer func() { f = Recovered(recover()) }()
	work()
	return nil
}

// Recovered is the fault of a value that recover returned, nil for nil. The
// deferred function that recovered calls it itself.
func Recovered(value any) *Fault {
	switch value := value.(type) {
	case nil:
		return nil
	case *Fault:
		return value
	default:
		return &Fault{value, place()}
	}
}

// Raise panics with the fault, if there is one, where somebody waits for it.
func (f *Fault) Raise() {
	if f != nil {
		panic(f)
	}
}

// place is the function that panicked: the first behind the runtime's own.
func place() string {
	var callers [64]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers[:])])
	panicked := false
	for {
		frame, more := frames.Next()
		own := strings.HasPrefix(frame.Function, "runtime.")
		if panicked && !own {
			return fmt.Sprintf("%s, %s:%d", frame.Function, filepath.Base(frame.File), frame.Line)
		}
		if panicked = panicked || frame.Function == "runtime.gopanic"; !more {
			return "an unknown place"
		}
	}
}
