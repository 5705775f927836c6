package js

import (
	"bytes"
	"slices"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// use is a name that stands in a program, as an expression or behind a dot.
type use struct {
	name string
	at   file.Idx
}

// features are the globals that not every runtime has.
var features = map[string]model.Feature{
	"process.nextTick":      model.Ticks,
	"setImmediate":          model.Immediates,
	"clearImmediate":        model.Immediates,
	"process":               model.Process,
	"queueMicrotask":        model.QueueMicrotask,
	"Promise.allSettled":    model.AllSettled,
	"Promise.any":           model.AnyCombinator,
	"AggregateError":        model.AnyCombinator,
	"requestAnimationFrame": model.Rendering,
	"cancelAnimationFrame":  model.Rendering,
	"requestIdleCallback":   model.Idle,
	"cancelIdleCallback":    model.Idle,
	"MessageChannel":        model.Channels,
	"BroadcastChannel":      model.Channels,
	"postMessage":           model.Channels,
	"document":              model.DOM,
	"window":                model.DOM,
	"MutationObserver":      model.DOM,
	"addEventListener":      model.WindowEvents,
	"scheduler":             model.PostTask,
	"fetch":                 model.Fetch,
}

// moduleFeatures are those of evsim's own modules; path has none.
var moduleFeatures = map[string]model.Feature{
	"crypto": model.IO, "dns": model.IO, "dns/promises": model.IO, "fs": model.IO, "fs/promises": model.IO, "timers": model.Process, "timers/promises": model.Process,
	"process": model.Process, "perf_hooks": model.Process, "util": model.Process, "events": model.Process,
}

// member takes in a name behind a dot.
func (r *rewriter) member(n *ast.DotExpression) {
	property := n.Identifier.Name.String()
	r.mention(property)
	of, ok := n.Left.(*ast.Identifier)
	if !ok {
		return
	}
	switch left := of.Name.String(); left {
	case "globalThis", "window", "self":
		r.uses = append(r.uses, use{property, n.Identifier.Idx})
		r.guarded[property] = true // it may be asked whether it is there
	default:
		r.uses = append(r.uses, use{left + "." + property, of.Idx})
	}
}

// needs lists the features that the program uses, once each and in the order of
// their first use: of what it neither declares itself nor asks for by typeof.
func (r *rewriter) needs() []program.Need {
	var out []program.Need
	add := func(f model.Feature, verb string, at sim.Pos) {
		if !slices.ContainsFunc(out, func(n program.Need) bool { return n.Feature == f }) {
			out = append(out, program.Need{Feature: f, Verb: verb, Pos: at})
		}
	}
	for _, u := range r.uses {
		object, _, _ := strings.Cut(u.name, ".")
		f, known := features[u.name]
		if known && !r.declared[object] && !r.guarded[object] && !r.guarded[u.name] && !isOwn(r.file.Position(int(u.at)-r.file.Base())) {
			add(f, u.name, r.position(u.at))
		}
	}
	for _, module := range ownModules {
		if f, ok := moduleFeatures[module]; ok && r.program.mentions[module] && r.imports(module) {
			add(f, "import "+module, r.program.importOf(module))
		}
	}
	return out
}

// imports reports whether the bundle has one of evsim's own modules.
func (r *rewriter) imports(module string) bool {
	source := r.file.Source()
	return strings.Contains(source, nameBuiltin+`("`+module+`")`) || strings.Contains(source, nameBuiltin+`('`+module+`')`)
}

// importOf is where the file names a module; zero where another file does.
func (p *Program) importOf(module string) sim.Pos {
	text := p.sources[p.title]
	for _, quote := range [...]string{`'`, `"`, "`"} {
		for _, scheme := range [...]string{"", "node:"} {
			if i := bytes.Index(text, []byte(quote+scheme+module+quote)); i >= 0 {
				line := bytes.Count(text[:i], []byte("\n"))
				return sim.Pos{Line: int32(line) + 1, Col: int32(i - bytes.LastIndexByte(text[:i], 0x0a))}
			}
		}
	}
	return sim.Pos{}
}
