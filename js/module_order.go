package js

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"
)

// Where a module that is imported awaits at its top, those that import it go on when its
// promise is settled, and those that do not import it run meanwhile (ECMA-262 §16.2.1.6.1.3,
// InnerModuleEvaluation). The bundler writes all modules one behind the other. That is the
// same where each module behind one that awaits imports it, but for the jobs between the
// two; else each module is a function of its own (see beside).
//
// WebKit runs modules one behind the other in any case: one that awaits, or imports one
// that does, awaits each of its imports in turn (JavaScriptCore AbstractModuleRecord).

// graph is what a program imports.
type graph struct {
	order   []string // in the order of evaluation; the last one is the program itself
	imports map[string][]string
	awaits  map[string]bool // at the top
	modules map[string]bool // which are ECMAScript modules
}

// graphOf reads what the bundler says of the files.
func (l *loader) graphOf(meta metafile, entry string) graph {
	g := graph{imports: make(map[string][]string), awaits: make(map[string]bool), modules: make(map[string]bool)}
	for _, name := range meta.evaluated(entry) {
		source, own := l.sources[name]
		if strings.HasPrefix(name, ownFile) || !own || filepath.Ext(name) == ".json" {
			continue
		}
		g.order = append(g.order, name)
		g.modules[name] = meta.Inputs[name].Format == "esm" || onlyModule(name)
		g.awaits[name] = g.modules[name] && awaitsAtTop(string(source), loaders[filepath.Ext(name)])
		for _, path := range meta.Inputs[name].static() {
			if !slices.Contains(g.imports[name], path) {
				g.imports[name] = append(g.imports[name], path)
			}
		}
	}
	return g
}

// reached is what a module imports, and what that imports.
func (g graph) reached(of string) map[string]bool {
	seen := make(map[string]bool)
	var visit func(name string)
	visit = func(name string) {
		for _, one := range g.imports[name] {
			if !seen[one] {
				seen[one] = true
				visit(one)
			}
		}
	}
	visit(of)
	return seen
}

// survey reports whether modules run side by side: behind one that awaits at its top, or
// waits for such, stands one that does not import it, and runs also if that throws; or some
// import each other, for one does not wait for what waits for it. It finds all modules that
// await, or import such. What a module reaches is worked out once for each.
func (g graph) survey() (beside bool, late map[string]bool) {
	late = make(map[string]bool)
	var waiting []string
	for _, name := range g.order {
		seen := g.reached(name)
		late[name] = g.awaits[name]
		for one := range seen {
			late[name] = late[name] || g.awaits[one]
		}
		beside = beside || seen[name] || slices.ContainsFunc(waiting, func(before string) bool { return !seen[before] })
		if late[name] {
			waiting = append(waiting, name)
		}
	}
	return beside, late
}

// gap is how many jobs stand behind a module that is imported, before the next runs.
type gap struct{ standard, webkit int }

// gaps are those of each module but the program itself. late are the modules that await,
// or import such.
func (g graph) gaps(late map[string]bool) map[string]gap {
	out := make(map[string]gap)
	seen := make(map[string]bool)
	var last string
	var visit func(name string)
	visit = func(name string) {
		if seen[name] || !g.modules[name] {
			return
		}
		seen[name] = true
		for _, one := range g.imports[name] {
			if visit(one); late[name] && last != "" && g.modules[one] {
				out[last] = gap{out[last].standard, out[last].webkit + 1}
			}
		}
		if last != "" && g.awaits[last] {
			out[last] = gap{1, out[last].webkit}
		}
		last = name
	}
	visit(g.order[len(g.order)-1])
	return out
}

// waiting is the text of a module with what waits behind it.
func (l *loader) waiting(name, text string) string {
	g, ok := l.gaps[name]
	if !ok {
		return text
	}
	return text + fmt.Sprintf("\nfor (let evsim$jobs = %s(%d, %d); evsim$jobs > 0; evsim$jobs--) await 0;", nameImported, g.standard, g.webkit)
}

// planned works out whether modules run side by side, or else what stands between them,
// and reports whether anything does.
func (l *loader) planned(built api.BuildResult) bool {
	meta := readMetafile(built.Metafile)
	g := l.graphOf(meta, withoutBackslash(filepath.Base(l.entry)))
	if len(g.order) == 0 {
		return false
	}
	beside, late := g.survey()
	gaps := g.gaps(late)
	if beside {
		l.beside = l.plans(meta, g, gaps)
	} else {
		l.gaps = gaps
	}
	return len(l.gaps) > 0
}

// imported is how many jobs pass between two modules.
func (m *machine) imported(call goja.FunctionCall) goja.Value {
	if m.policy.Name == "webkit" {
		return call.Argument(1)
	}
	return call.Argument(0)
}

// steps runs modules one behind the other, as WebKit does, up to one that awaits.
func (g *moduleGraph) steps() {
	for ; g.next < len(g.modules); g.next++ {
		m := &g.modules[g.next]
		if !m.early || m.body == nil || m.status != moduleLinked {
			continue
		}
		m.status, m.root = moduleEvaluated, g.next
		if m.awaits {
			g.start(g.next)
			return
		}
		if m.failure = g.run(g.next); m.failure != nil || g.next == g.main() || m.jobs > 0 {
			if m.failure != nil || g.next == g.main() {
				g.tell(m.failure, false)
			}
			g.behind(g.next)
			return
		}
	}
}

// behind goes on behind a module, in WebKit.
func (g *moduleGraph) behind(i int) {
	if g.told {
		return
	}
	left := g.modules[i].jobs
	var pass func()
	pass = func() {
		if left == 0 {
			g.next = i + 1
			g.steps()
			return
		}
		left--
		g.job(pass)
	}
	pass()
}
