package js

import (
	"maps"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"evsim/model"
	"evsim/program"
)

// moduleAppeared are those of evsim's modules that not every release of Node has (Node's
// documentation, "History" of each).
var moduleAppeared = map[string]appearance{
	"assert/strict":       {from: "15.0"},
	"diagnostics_channel": {from: "14.17 15.1"},
	"dns/promises":        {from: "15.0"},
	"fs/promises":         {from: "14.0"},
	"timers/promises":     {from: "15.0"},
}

// eventsAppeared are functions of the module events (Node's documentation, "Events").
var eventsAppeared = [...]appearance{
	{from: "10.16 11.13", names: "once"},
	{from: "12.16 13.4", names: "on captureRejectionSymbol"},
	{from: "12.16 13.6", names: "errorMonitor"},
	{from: "14.17 15.2", names: "getEventListeners"},
	{from: "14.17 15.3", names: "setMaxListeners"}, // observed: not in 15.2.1
	{from: "18.17 19.9", names: "getMaxListeners"},
}

// schemeRequired and schemeImported are who takes node: before the name of a module, by
// require and by import (Node's documentation, "Core modules", "node: imports").
var (
	schemeRequired = appearance{from: "14.18 16.0"}
	schemeImported = appearance{from: "12.20 14.13"}
)

const scheme = "node:"

// wants takes in that a file of the program's own, not one of a package, imports a
// module of Node's.
func (l *loader) wants(args api.OnResolveArgs, name string) {
	if strings.HasPrefix(name, "evsim") || inPackage(args.Importer) || args.Namespace == "evsim" {
		return
	}
	l.mutex.Lock() // the bundler reads several files at a time
	defer l.mutex.Unlock()
	if l.wanted == nil {
		l.wanted = make(map[moduleUse]bool)
	}
	l.wanted[moduleUse{args.Path, args.Kind == api.ResolveJSImportStatement}] = true
}

// moduleUse is how a file names a module.
type moduleUse struct {
	path      string // as it is written
	statement bool   // by the statement import, so that nothing runs without it
}

// moduleNeeds are the modules that not every release has, in the order of their names.
func (l *loader) moduleNeeds(p *Program) (out []program.Need) {
	uses := slices.SortedFunc(maps.Keys(l.wanted), func(a, b moduleUse) int { return strings.Compare(a.path, b.path) })
	for _, u := range uses {
		name, ofNode := strings.CutPrefix(u.path, scheme)
		appeared, later := moduleAppeared[name]
		prefixed := schemeRequired
		if u.statement {
			prefixed = schemeImported
		}
		if later || ofNode {
			out = append(out, program.Need{Verb: "import " + u.path, Pos: p.importOf(name), AtRun: !u.statement, Has: func(policy model.Policy) bool {
				return policy.Node != nil && (!later || appeared.in(policy)) && (!ofNode || prefixed.in(policy))
			}})
		}
	}
	return out
}

// demandModule throws what require does where the release has no such module.
func (m *machine) demandModule(name string) {
	bare, ofNode := strings.CutPrefix(name, scheme)
	if appeared, later := moduleAppeared[bare]; (!later || appeared.in(m.policy)) && (!ofNode || schemeRequired.in(m.policy)) {
		return
	}
	panic(m.notRequired(name, "/"+m.program.title))
}
