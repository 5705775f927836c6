// Package js is programs of JavaScript and TypeScript: files as people have
// them, run on the simulated loops of package model.
//
// [Load] bundles a file with all that it imports and lowers what the engine has
// not. What an await, a promise job or a timer costs is package ecma's and
// package model's affair: the engine executes code, and its own queue of jobs
// stays empty.
package js

import (
	"maps"
	"path/filepath"
	"slices"

	"github.com/dop251/goja"

	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// Extensions are the endings of files that are programs.
var extensions = [...]string{".js", ".mjs", ".cjs", ".ts", ".mts", ".cts"}

// IsProgram reports whether a file is one of JavaScript or TypeScript, by its
// name.
func IsProgram(name string) bool { return slices.Contains(extensions[:], filepath.Ext(name)) }

// Program is a file that was loaded. Nothing in it changes, so one Program may
// be run by many goroutines at once (program.Program).
type Program struct {
	title    string
	file     string            // what its places have for their File
	sources  map[string][]byte // every file that was read, by its name
	code     *goja.Program     // a function that takes what lowered code calls
	places   []sim.Pos         // of what suspends functions, by number
	mentions map[string]bool   // every name that the files use
	globals  []global          // those of the platform that they name
	needs    []program.Need
	module   bool // the file is an ECMAScript module
	topAwait bool // which awaits outside of functions
	world    program.World
}

// Title is the file's name.
func (p *Program) Title() string { return p.title }

// Lengths are none: a file says nothing of the world around it.
func (p *Program) Lengths() []program.Unknown { return nil }

// Worlds are one: that of which nothing is said.
func (p *Program) Worlds() []*program.World { return []*program.World{&p.world} }

// Module reports whether the file is an ECMAScript module.
func (p *Program) Module() bool { return p.module }

// Lacks is the first global of another platform that the files use without
// asking whether it is there.
func (p *Program) Lacks(policy model.Policy) *program.Need {
	for i := range p.needs {
		need := &p.needs[i]
		if need.Feature == model.ESM && policy.Web != nil {
			continue // every browser has modules, and runs them as it runs scripts
		}
		if !policy.Features.Has(need.Feature) {
			return need
		}
	}
	return nil
}

// Sources are the names of the files that the program is made of, in order.
func (p *Program) Sources() []string { return slices.Sorted(maps.Keys(p.sources)) }

// Source is the text of one of the Sources.
func (p *Program) Source(name string) []byte { return p.sources[name] }

// Needs lists the features that the program uses, in the order of their first
// use, but for modules, which browsers have too.
func (p *Program) Needs() []program.Need {
	return slices.DeleteFunc(slices.Clone(p.needs), func(n program.Need) bool { return n.Feature == model.ESM })
}
