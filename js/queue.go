package js

import (
	"reflect"
	"sync"

	"github.com/dop251/goja"

	"evsim/internal/say"
	"evsim/sim"
)

// jobQueue is where the engine keeps its own jobs. It has no way to ask for
// them; to read how many there are needs none.
var jobQueue = sync.OnceValue(func() []int {
	field, known := reflect.TypeFor[goja.Runtime]().FieldByName("jobQueue")
	if !known || field.Type.Kind() != reflect.Slice {
		return nil
	}
	return field.Index
})

// engineJobs is how many jobs the engine has queued of its own. It takes them out
// when the outermost call returns, and a run is one call: within it this is how
// many it has ever queued. All of a program's promises are package ecma's, so
// that is none.
func engineJobs(vm *goja.Runtime) int {
	return reflect.ValueOf(vm).Elem().FieldByIndex(jobQueue()).Len()
}

// strays ends a run in which the engine queued jobs of its own: they would run in
// an order that no policy has.
func (m *machine) strays(stop sim.Stop) sim.Stop {
	if n := engineJobs(m.vm); n > 0 {
		return sim.Stop{Reason: sim.Abandoned, Error: say.Of("the engine that runs the program failed: it has jobs in a queue of its own (%d)", n)}
	}
	return stop
}
