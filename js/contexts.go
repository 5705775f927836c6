package js

import (
	"maps"

	"github.com/dop251/goja"

	"evsim/model"
)

// contexts is what AsyncLocalStorage carries along. A callback, a reaction and a
// function that awaits have a resource each, made where they are, with what the
// one that ran then had (Node's lib/internal/async_local_storage, both of them).
type contexts struct {
	kept     bool // the program has the module async_hooks
	frames   bool // a resource has what it began with each time that it runs (AsyncContextFrame)
	now      *resource
	threw    *resource // what an exception left last
	made     uint32    // storages
	disabled map[uint32]bool
	asks     bool                 // code asks a generator for something, and its body has yet to go on
	promises map[uint32]*resource // of promises, for those who hear of rejections
	thens    map[uint32]*resource // of thenables, by their number
}

// resource has what each storage holds, by its number. What is stored never
// changes once it stands here, but by disable in frames: others share it.
type resource struct{ stores map[uint32]goja.Value }

// Where Node changed what a storage does.
var (
	hasStorage   = appearance{from: "12.17 13.10"}
	hasBind      = appearance{from: "18.16 19.8"}
	hasDefaults  = appearance{from: "22.18 24.0"}
	hasFrames    = appearance{from: "24.0"}
	runInScope   = appearance{from: "14.18 16.9"} // run changes what runs, before that it made a resource
	runKeepsRest = appearance{from: "24.1"}       // in frames, run gives back one storage, before that all
)

// keepContexts begins to keep them: nothing before the module is there can have
// stored anything.
func (m *machine) keepContexts() {
	if !m.contexts.kept {
		m.contexts = contexts{kept: true, frames: hasFrames.in(m.policy), now: &resource{}, promises: make(map[uint32]*resource), thens: make(map[uint32]*resource)}
	}
}

// resource is one for what is made now; nil where none are kept.
func (m *machine) resource() *resource {
	if !m.contexts.kept {
		return nil
	}
	made := &resource{m.contexts.now.stores}
	for number := range m.contexts.disabled {
		if _, had := made.stores[number]; had {
			made.stores = maps.Clone(made.stores)
			delete(made.stores, number)
		}
	}
	return made
}

// within has a resource be what runs, and gives back what did; nil is one with
// nothing in it.
func (m *machine) within(r *resource) (before *resource) {
	if !m.contexts.kept {
		return nil
	}
	before = m.contexts.now
	switch {
	case r == nil:
		r = &resource{}
	case m.contexts.frames:
		r = &resource{r.stores}
	}
	m.contexts.now = r
	return before
}

// back has what ran before run on.
func (m *machine) back(before *resource) {
	if m.contexts.kept {
		m.contexts.now = before
	}
}

// born takes in which resource a promise has. A rejection has that of the promise;
// in frames that of who rejects.
func (m *machine) born(promise uint32) {
	if m.contexts.kept && m.contexts.promises[promise] == nil {
		m.contexts.promises[promise] = m.resource()
	}
}

func (m *machine) rejected(promise uint32) {
	if m.contexts.frames {
		m.contexts.promises[promise] = m.resource()
	}
}

// escaped takes in what an exception left that nothing caught. From 14 to 23 a
// microtask runs in the scope of a resource, which an exception leaves.
func (m *machine) escaped(cb *callback) {
	if m.contexts.threw = m.contexts.now; cb.label == labelMicrotask && since(m.policy, 14) && !m.contexts.frames {
		m.contexts.threw = nil
	}
}

// leaveMain has nothing of what the program's own code entered be there for others.
func (m *machine) leaveMain() {
	if m.contexts.kept {
		m.contexts.threw, m.contexts.now = m.contexts.now, &resource{}
	}
}

// listens is the resource in which a listener of process is called.
func (m *machine) listens(e model.Event) *resource {
	switch {
	case !m.contexts.kept:
	case e == model.UncaughtException || e == model.UncaughtExceptionMonitor:
		return m.contexts.threw
	case e == model.UnhandledRejection && since(m.policy, 15):
		return m.contexts.promises[saw(m, m.node.ReportedPromise())]
	}
	return nil
}

// ofThen is the resource in which the then of a thenable is called: that of the
// promise that it settles; in frames that of who resolves the promise.
func (m *machine) ofThen(thenable, promise uint32) *resource {
	r := m.contexts.thens[thenable]
	delete(m.contexts.thens, thenable)
	if of := m.contexts.promises[promise]; of != nil && !m.contexts.frames {
		return of
	}
	return r
}

// contextHost is what the module async_hooks asks of the run.
func (m *machine) contextHost(o *goja.Object) {
	m.keepContexts()
	setAll(o, []property{
		{"storage", hasStorage.in(m.policy)}, {"bind", hasBind.in(m.policy)}, {"defaults", hasDefaults.in(m.policy)}, {"frames", m.contexts.frames},
		{"scoped", runInScope.in(m.policy) && (!m.contexts.frames || runKeepsRest.in(m.policy))}, {"checked", since(m.policy, 18)},
	})
	number := func(call goja.FunctionCall) uint32 { return uint32(call.Argument(0).ToInteger()) }
	m.method(o, "make", 0, func(goja.FunctionCall) goja.Value {
		m.contexts.made++
		return m.vm.ToValue(m.contexts.made)
	})
	m.method(o, "get", 1, func(call goja.FunctionCall) goja.Value {
		if v := m.contexts.now.stores[number(call)]; v != nil && !m.contexts.disabled[number(call)] {
			return v
		}
		return goja.Undefined()
	})
	m.method(o, "set", 2, func(call goja.FunctionCall) goja.Value {
		stores := maps.Clone(m.contexts.now.stores)
		if stores == nil {
			stores = make(map[uint32]goja.Value, 1)
		}
		stores[number(call)] = call.Argument(1)
		m.contexts.now.stores = stores
		delete(m.contexts.disabled, number(call))
		return goja.Undefined()
	})
	m.method(o, "disable", 1, func(call goja.FunctionCall) goja.Value {
		if m.contexts.frames {
			delete(m.contexts.now.stores, number(call))
			return goja.Undefined()
		}
		if m.contexts.disabled == nil {
			m.contexts.disabled = make(map[uint32]bool)
		}
		m.contexts.disabled[number(call)] = true
		return goja.Undefined()
	})
	m.method(o, "enable", 1, func(call goja.FunctionCall) goja.Value {
		delete(m.contexts.disabled, number(call))
		return goja.Undefined()
	})
	m.method(o, "isOff", 1, func(call goja.FunctionCall) goja.Value { return m.vm.ToValue(m.contexts.disabled[number(call)]) })
	m.resourceHost(o)
}

// resourceHost gives the module resources as code has them: objects that say
// nothing.
func (m *machine) resourceHost(o *goja.Object) {
	resources := make(map[*goja.Object]*resource)
	m.method(o, "resource", 0, func(goja.FunctionCall) goja.Value {
		made := m.vm.NewObject()
		resources[made] = m.resource()
		return made
	})
	m.method(o, "within", 1, func(call goja.FunctionCall) goja.Value {
		before := m.vm.NewObject()
		resources[before] = m.within(resources[call.Argument(0).(*goja.Object)])
		return before
	})
	m.method(o, "back", 1, func(call goja.FunctionCall) goja.Value {
		before := call.Argument(0).(*goja.Object)
		m.back(resources[before])
		delete(resources, before)
		return goja.Undefined()
	})
}
