package js

import (
	"cmp"
	"slices"

	"github.com/dop251/goja"

	"evsim/ecma"
)

// moduleState is how far the modules of a program are.
type moduleState struct {
	starts   bool         // the next async function is a module
	startsAs uint32       // the number of that module, where some run side by side
	graph    *moduleGraph // nil: none do
}

// moduleGraph evaluates modules that run side by side (ECMA-262 §16.2.1.6, "Cyclic Module
// Records"). In WebKit each module runs when all before it are through (module_order.go).
type moduleGraph struct {
	*machine
	modules []cyclicModule
	byName  map[string]int
	orders  int  // how many modules were async so far
	told    bool // the run knows how the program ended
	next    int  // the module that WebKit comes to
}

// cyclicModule is a Cyclic Module Record.
type cyclicModule struct {
	plan
	body     goja.Callable // nil: the bundle does not have it
	status   moduleStatus
	index    int // [[DFSIndex]]
	ancestor int // [[DFSAncestorIndex]]
	root     int // [[CycleRoot]]
	order    int // [[AsyncEvaluationOrder]]; 0: unset, or done
	pending  int // [[PendingAsyncDependencies]]
	parents  []int
	failure  error  // [[EvaluationError]]: a moduleThrew
	promise  uint32 // that of [[TopLevelCapability]], for import()
	asked    bool   // there is one
}

type moduleStatus uint8

const (
	moduleLinked moduleStatus = iota
	moduleEvaluating
	moduleEvaluatingAsync
	moduleEvaluated
)

// moduleThrew is what a module threw.
type moduleThrew struct{ value ecma.Value }

func (moduleThrew) Error() string { return "a module threw" }

// nativeOfModules is native for what evaluates modules.
func (m *machine) nativeOfModules(name string) func(goja.FunctionCall) goja.Value {
	switch name {
	case nameGraph:
		return m.evaluateGraph
	case nameRegister:
		return m.register
	}
	return m.module
}

// register takes the function of a module, by its name, and gives the one that import()
// calls.
func (m *machine) register(call goja.FunctionCall) goja.Value {
	if m.graph == nil {
		m.graph = &moduleGraph{machine: m, byName: make(map[string]int)}
		for _, p := range m.program.beside {
			m.graph.number(p)
		}
	}
	of := call.Argument(0).(*goja.Object)
	name := of.Keys()[0]
	i := m.graph.number(plan{name: name})
	m.graph.modules[i].body, _ = goja.AssertFunction(of.Get(name))
	return m.unnamed(func(goja.FunctionCall) goja.Value { return m.graph.imported(i) })
}

// number is the number of a module, which is new if no other has its name.
func (g *moduleGraph) number(p plan) int {
	i, known := g.byName[p.name]
	if !known {
		i = len(g.modules)
		g.modules, g.byName[p.name] = append(g.modules, cyclicModule{plan: p}), i
	}
	return i
}

// evaluateGraph evaluates the program.
func (m *machine) evaluateGraph(call goja.FunctionCall) goja.Value {
	g := m.graph
	for _, one := range m.listOf(call.Argument(0).(*goja.Object)) {
		pair := m.listOf(one.(*goja.Object))
		i := g.number(plan{name: pair[0].String()})
		g.modules[i].body, _ = goja.AssertFunction(pair[1])
	}
	if m.policy.Name == "webkit" {
		g.steps()
	} else if err := g.evaluate(g.main()); err != nil {
		g.tell(err, false)
	}
	return goja.Undefined()
}

// main is the program itself.
func (g *moduleGraph) main() int { return len(g.program.beside) - 1 }

// tell tells the run that the program ended, by what a module threw or without; async says
// that an await stands at the top of that one.
func (g *moduleGraph) tell(err error, async bool) {
	threw, ok := err.(moduleThrew)
	if g.told || err != nil && !ok { // or the run is over
		return
	}
	if g.told = true; ok {
		g.rt.ModuleThrew(threw.value, async)
		return
	}
	g.rt.ModuleDone(async)
}

// evaluate is Evaluate (§16.2.1.6.1.2), but for its promise.
func (g *moduleGraph) evaluate(i int) error {
	if g.modules[i].status >= moduleEvaluatingAsync {
		i = g.modules[i].root
	}
	var stack []int
	_, err := g.inner(i, &stack, 0)
	if err != nil {
		for _, one := range stack {
			g.modules[one].status, g.modules[one].failure, g.modules[one].root = moduleEvaluated, err, one
		}
	}
	return err
}

// inner is InnerModuleEvaluation (§16.2.1.6.1.3.1).
func (g *moduleGraph) inner(i int, stack *[]int, index int) (int, error) {
	m := &g.modules[i]
	if m.status != moduleLinked {
		return index, m.failure
	}
	m.status, m.index, m.ancestor, m.pending = moduleEvaluating, index, index, 0
	index++
	*stack = append(*stack, i)
	for _, name := range m.imports {
		required, known := g.byName[name]
		if !known || g.modules[required].body == nil {
			continue
		}
		var err error
		if index, err = g.inner(required, stack, index); err != nil {
			return index, err
		}
		if r := &g.modules[required]; r.status == moduleEvaluating {
			m.ancestor = min(m.ancestor, r.ancestor)
		} else if required = r.root; g.modules[required].failure != nil {
			return index, g.modules[required].failure
		}
		if r := &g.modules[required]; r.order > 0 {
			m.pending++
			r.parents = append(r.parents, i)
		}
	}
	if m.pending > 0 || m.awaits {
		g.orders++
		m.order = g.orders
		if m.pending == 0 {
			g.start(i)
		}
	} else if err := g.run(i); err != nil {
		return index, err
	}
	if m.ancestor == m.index {
		g.pop(i, stack)
	}
	return index, nil
}

// pop takes a cycle off the stack.
func (g *moduleGraph) pop(root int, stack *[]int) {
	for {
		last := len(*stack) - 1
		m := &g.modules[(*stack)[last]]
		m.status, m.root = moduleEvaluated, root
		if m.order > 0 {
			m.status = moduleEvaluatingAsync
		}
		i := (*stack)[last]
		if *stack = (*stack)[:last]; i == root {
			return
		}
	}
}

// run is ExecuteModule of one that does not await at its top.
func (g *moduleGraph) run(i int) error {
	_, err := g.modules[i].body(goja.Undefined())
	if v, threw := g.thrown(err); threw {
		return moduleThrew{v}
	}
	return err
}

// start is ExecuteAsyncModule (§16.2.1.6.1.3.2).
func (g *moduleGraph) start(i int) {
	g.starts, g.startsAs = true, uint32(i)
	_, err := g.modules[i].body(goja.Undefined())
	g.starts = false
	g.rethrow(err)
}

// ended takes in that a module ended which awaits at its top. Those that import it go on a
// job later.
func (g *moduleGraph) ended(i int, thrown ecma.Value, threw bool) {
	var err error
	if threw {
		err = moduleThrew{thrown}
	}
	inTurn := g.policy.Name == "webkit" && i == g.next // and none that an import() asked for
	if i == g.main() || err != nil && (inTurn || g.leadsTo(g.main(), i)) {
		g.tell(err, true)
	}
	if inTurn {
		g.behind(i)
		return
	}
	g.job(func() {
		if err != nil {
			g.reject(i, err)
			return
		}
		g.fulfill(i)
	})
}

// job queues a job of the graph's own.
func (g *moduleGraph) job(do func()) {
	promise := saw(g.machine, g.rt.NewPromise())
	g.resolve(promise, goja.Undefined())
	g.rt.Then(promise, g.addNative("module", g.from(), func(ecma.Value) { do() }), ecma.NoCallback)
}

// leadsTo reports whether a module waits for another, or for one that does.
func (g *moduleGraph) leadsTo(to, from int) bool {
	seen := make(map[int]bool)
	var visit func(i int) bool
	visit = func(i int) bool {
		if i == to {
			return true
		}
		if seen[i] {
			return false
		}
		seen[i] = true
		return slices.ContainsFunc(g.modules[i].parents, visit)
	}
	return visit(from)
}

// fulfill is AsyncModuleExecutionFulfilled (§16.2.1.6.1.3.4).
func (g *moduleGraph) fulfill(i int) {
	if g.modules[i].failure != nil {
		return
	}
	g.done(i)
	var ready []int
	g.gather(i, &ready)
	slices.SortFunc(ready, func(a, b int) int { return cmp.Compare(g.modules[a].order, g.modules[b].order) })
	for _, one := range ready {
		m := &g.modules[one]
		switch {
		case m.failure != nil:
		case m.awaits:
			g.start(one)
		default:
			if err := g.run(one); err != nil {
				g.reject(one, err)
				continue
			}
			g.done(one)
			if one == g.main() {
				g.tell(nil, false)
			}
		}
	}
}

// done takes in that a module is evaluated.
func (g *moduleGraph) done(i int) {
	m := &g.modules[i]
	if m.order, m.status = 0, moduleEvaluated; m.asked {
		g.resolve(m.promise, goja.Undefined())
	}
}

// gather is GatherAvailableAncestors (§16.2.1.6.1.3.3).
func (g *moduleGraph) gather(i int, ready *[]int) {
	for _, parent := range g.modules[i].parents {
		m := &g.modules[parent]
		if slices.Contains(*ready, parent) || g.modules[m.root].failure != nil {
			continue
		}
		if m.pending--; m.pending > 0 {
			continue
		}
		if *ready = append(*ready, parent); !m.awaits {
			g.gather(parent, ready)
		}
	}
}

// reject is AsyncModuleExecutionRejected (§16.2.1.6.1.3.5).
func (g *moduleGraph) reject(i int, err error) {
	m := &g.modules[i]
	if m.failure != nil {
		return
	}
	m.failure, m.status, m.order = err, moduleEvaluated, 0
	for _, parent := range m.parents {
		g.reject(parent, err)
	}
	if threw, ok := err.(moduleThrew); m.asked && ok {
		g.rejected(m.promise)
		g.rt.Reject(m.promise, threw.value)
	}
	if i == g.main() {
		g.tell(err, false)
	}
}

// imported is what the bundle calls where an import() stands: the promise of a module that
// awaits at its top, or imports such.
func (g *moduleGraph) imported(i int) goja.Value {
	if !g.waits(i, make(map[int]bool)) {
		g.throws(g.evaluate(i))
		return goja.Undefined()
	}
	if g.modules[i].status >= moduleEvaluatingAsync {
		i = g.modules[i].root
	}
	if m := &g.modules[i]; m.asked {
		return g.promiseObject(m.promise)
	}
	promise := saw(g.machine, g.rt.NewPromise())
	err := g.evaluate(i)
	switch threw, ok := err.(moduleThrew); {
	case ok:
		g.rejected(promise)
		g.rt.Reject(promise, threw.value)
	case err != nil:
		g.rethrow(err)
	case g.modules[i].order == 0:
		g.resolve(promise, goja.Undefined())
	}
	g.modules[i].promise, g.modules[i].asked = promise, true
	return g.promiseObject(promise)
}

// waits reports whether a module awaits at its top, or imports one that does.
func (g *moduleGraph) waits(i int, seen map[int]bool) bool {
	seen[i] = true
	return g.modules[i].awaits || slices.ContainsFunc(g.modules[i].imports, func(name string) bool {
		required, known := g.byName[name]
		return known && !seen[required] && g.waits(required, seen)
	})
}

// throws throws what a module threw.
func (g *moduleGraph) throws(err error) {
	if threw, ok := err.(moduleThrew); ok {
		panic(g.value(threw.value))
	}
	g.rethrow(err)
}
