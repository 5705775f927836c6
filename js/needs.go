package js

import (
	"bytes"
	"cmp"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"

	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// use is a name that stands in a program, as an expression or behind a dot.
type use struct {
	name string
	at   file.Idx
	safe bool // it may be missing: the program only looks whether it is there, or catches what it throws
}

// features are the globals that not every runtime has.
var features = map[string]model.Feature{
	"process.nextTick":      model.Ticks,
	"setImmediate":          model.Immediates,
	"clearImmediate":        model.Immediates,
	"process":               model.Process,
	"requestAnimationFrame": model.Rendering,
	"cancelAnimationFrame":  model.Rendering,
	"requestIdleCallback":   model.Idle,
	"cancelIdleCallback":    model.Idle,
	"BroadcastChannel":      model.Channels,
	"postMessage":           model.Channels,
	"document":              model.DOM,
	"window":                model.DOM,
	"MutationObserver":      model.DOM,
	"addEventListener":      model.WindowEvents,
	"scheduler":             model.PostTask,
}

// released are those of a platform that has them in its newer releases.
var released = map[string]model.Feature{
	"queueMicrotask": model.QueueMicrotask, "Promise.allSettled": model.AllSettled, "Promise.any": model.AnyCombinator, "AggregateError": model.AnyCombinator,
}

// moduleFeatures are those of evsim's own modules; path has none.
var moduleFeatures = map[string]model.Feature{
	"assert": model.Process, "assert/strict": model.Process, "async_hooks": model.Process, "crypto": model.IO, "diagnostics_channel": model.Process, "dns": model.IO, "dns/promises": model.IO, "fs": model.IO, "fs/promises": model.IO, "timers": model.Process, "timers/promises": model.Process,
	"process": model.Process, "perf_hooks": model.Process, "util": model.Process, "events": model.Process,
}

// member takes in a name behind a dot.
func (r *rewriter) member(n *ast.DotExpression) {
	property := n.Identifier.Name.String()
	r.mention(property)
	r.traces(n)
	of, ok := n.Left.(*ast.Identifier)
	if !ok {
		return
	}
	switch left := of.Name.String(); left {
	case "globalThis", "window", "self":
		r.uses = append(r.uses, use{name: property, at: n.Identifier.Idx})
		r.guarded[property] = true // it may be asked whether it is there
	default:
		if r.callee != n {
			r.guarded[left+"."+property] = true
		}
		r.uses = append(r.uses, use{left + "." + property, of.Idx, r.tries > 0})
	}
}

// asks takes in how a node looks whether something is there, or calls it; done: its
// parts were visited.
func (r *rewriter) asks(n any) (done bool) {
	r.tells(n)
	switch n := n.(type) {
	case *ast.BinaryExpression:
		if text, ok := n.Left.(*ast.StringLiteral); ok && n.Operator == token.IN {
			r.guarded["."+text.Value.String()] = true
		}
	case *ast.UnaryExpression:
		if id, ok := n.Operand.(*ast.Identifier); ok && n.Operator == token.TYPEOF {
			r.guarded[id.Name.String()] = true
			r.program.mentions[id.Name.String()] = true
			return true
		}
	case *ast.CallExpression:
		r.callee = n.Callee
	case *ast.NewExpression:
		r.callee = n.Callee
	case *ast.TryStatement:
		if n.Catch == nil {
			return false
		}
		r.tries++
		r.node(reflect.ValueOf(n.Body))
		r.tries--
		r.node(reflect.ValueOf(n.Catch))
		r.node(reflect.ValueOf(n.Finally))
		r.after(n)
		return true
	}
	return false
}

// needs lists the features that the program uses, once each and in the order of
// their first use: of what it neither declares itself nor asks for. What packages
// use is none: most have functions for platforms that a program is not for, and
// never calls; one that is called says itself that there is no such global.
func (r *rewriter) needs() []program.Need {
	var out []program.Need
	add := func(n program.Need) {
		if !slices.ContainsFunc(out, func(had program.Need) bool {
			return n.Has == nil && n.Feature == had.Feature && had.Has == nil || n.Verb == had.Verb
		}) {
			out = append(out, n)
		}
	}
	for _, u := range r.uses {
		object, property, _ := strings.Cut(u.name, ".")
		if u.safe || r.declared[object] || r.guarded[object] || r.guarded[u.name] || r.guarded["."+cmp.Or(property, object)] || r.ofOthers(u.at) {
			continue
		}
		n := program.Need{Verb: u.name, Pos: r.position(u.at)}
		known, later := false, false
		if n.Feature, known = features[u.name]; known {
			add(n)
		} else if n.Feature, known = released[u.name]; known {
			n.AtRun = true
			add(n)
		} else if _, later = appearances()[u.name]; later {
			n.Has, n.AtRun = func(p model.Policy) bool { return has(p, u.name) }, true
			add(n)
		}
	}
	for _, module := range ownModules {
		if f, ok := moduleFeatures[module]; ok && r.program.mentions[module] && r.program.Imports(module) {
			add(program.Need{Feature: f, Verb: "import " + module, Pos: r.program.importOf(module)})
		}
	}
	return out
}

// ofOthers reports whether a place is in a package, or in a module of evsim's own.
func (r *rewriter) ofOthers(at file.Idx) bool {
	place := r.file.Position(int(at) - r.file.Base())
	return isOwn(place) || inPackage(r.program.nameOf(place.Filename))
}

// ownModule finds where a bundle asks for one of evsim's own modules.
var ownModule = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(regexp.QuoteMeta(nameBuiltin) + `\(["']([\w:/-]+)["']\)`)
})

// ownModulesOf are those that it asks for.
func ownModulesOf(bundle string) map[string]bool {
	all := make(map[string]bool)
	for _, found := range ownModule().FindAllStringSubmatch(bundle, -1) {
		all[found[1]] = true
	}
	return all
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
