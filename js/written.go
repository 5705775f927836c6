package js

import (
	_ "embed"
	"sync"

	"github.com/dop251/goja"
)

// What evsim has that is written in JavaScript.
var (
	//go:embed modules/assert.js
	assertModule string
	//go:embed modules/assert-strict.js
	assertStrictModule string
	//go:embed modules/async_hooks.js
	asyncHooksModule string
	//go:embed modules/diagnostics_channel.js
	diagnosticsModule string
	//go:embed modules/equal.js
	equalSource string
	//go:embed modules/events.js
	eventsModule string
	//go:embed modules/os.js
	osModule string
	//go:embed modules/path.js
	pathSource string
	//go:embed modules/timers-promises.js
	timersPromisesModule string
	//go:embed modules/tty.js
	ttyModule string
	//go:embed modules/util.js
	utilModule string
	//go:embed prelude/causes.js
	causesSource string
	//go:embed prelude/clone.js
	cloneSource string
	//go:embed prelude/events.js
	eventsSource string
	//go:embed prelude/iterators.js
	iteratorsSource string
	//go:embed prelude/language.js
	languageSource string
	//go:embed prelude/weak.js
	weakSource string
)

// written are the modules that are bundled as files of the program are, by name.
var written = map[string]string{
	"assert":              equalSource + assertModule,
	"assert/strict":       assertStrictModule,
	"async_hooks":         asyncHooksModule,
	"diagnostics_channel": diagnosticsModule,
	"events":              eventsModule,
	"os":                  osModule,
	"path":                pathSource,
	"timers/promises":     timersPromisesModule,
	"tty":                 ttyModule,
	"util":                equalSource + utilModule,
}

// prelude is a function that the engine runs beside the program, compiled once when
// the first program needs it.
type prelude func() *goja.Program

// newPrelude is the prelude that a text is an expression of. What it calls globalThis
// is there also where the release has no such name.
func newPrelude(source string) prelude {
	return sync.OnceValue(func() *goja.Program {
		return goja.MustCompile("evsim", "(function (globalThis) { return ("+source+"\n); })(this)", true)
	})
}

// enter is the function of a prelude in this run.
func (m *machine) enter(of prelude) goja.Callable {
	made, err := m.vm.RunProgram(of())
	m.rethrow(err)
	f, _ := goja.AssertFunction(made)
	return f
}

// preludes is what the preludes of an engine made.
type preludes struct {
	clone     goja.Value    // copies a value; nil: nobody has asked for it
	exception *goja.Object  // the class DOMException; nil: the program has none
	aborts    goja.Callable // adds a step to what is done when a signal is aborted; nil: there are no signals
	follows   goja.Callable // makes a signal which follows another
	isPort    goja.Callable // tells a MessagePort of Node; nil where there are none
	late      late
}
