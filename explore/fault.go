package explore

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"

	"evsim/internal/say"
)

// faultOf is what a panic says, and where it began, in one line. It is called
// by the deferred function that recovered.
func faultOf(panicked any) string {
	var calls [64]uintptr
	frames := runtime.CallersFrames(calls[:runtime.Callers(2, calls[:])])
	began := false // the frames after those of the runtime, which began it
	for {
		f, more := frames.Next()
		inRuntime := strings.HasPrefix(f.Function, "runtime.")
		if began = began || inRuntime; began && !inRuntime {
			return fmt.Sprintf("%s (%s, line %d)", firstLine(fmt.Sprint(panicked)), filepath.Join(filepath.Base(filepath.Dir(f.File)), filepath.Base(f.File)), f.Line)
		}
		if !more {
			return firstLine(fmt.Sprint(panicked))
		}
	}
}

func firstLine(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	return text
}

// failedBy says that a fault ended an exploration.
func failedBy(fault string) say.Text { return say.Of("evsim itself failed: %s", fault) }
