// Package js runs JavaScript and TypeScript programs, as people write them, on
// the simulated loops of package model.
//
// [Load] bundles a file with everything that it imports, and lowers what the
// engine does not support. Packages ecma and model decide what an await, a
// promise job or a timer costs. The engine only executes code: its own queue of
// jobs stays empty.
package js

import (
	"maps"
	"path/filepath"
	"slices"
	"sync"

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
	title       string
	path        string                 // of the file, whole
	root        string                 // the folder out of which nothing is read
	file        string                 // what its places have for their File
	sources     map[string][]byte      // every file that was read, by its name
	amendments  map[string][]amendment // assignments to constants, in each file
	code        *goja.Program          // a function that takes what lowered code calls
	bundle      string                 // what it was compiled of, for the names in errors: see spots
	spots       *spots                 // where errors may come from: found when there is one
	sourceMap   []byte                 // from the bundle to the files, with columns as the engine counts them
	places      []sim.Pos              // of what suspends functions, by number
	tried       map[int]bool           // those in a try within another: see leaving
	lengthy     []lengthyCall          // by number
	templates   int                    // how many tagged ones there are
	mentions    map[string]bool        // every name that the files use
	imported    map[string]bool        // evsim's own modules that the bundle asks for
	globals     []global               // those of the platform that they name
	needs       []program.Need
	script      bool      // the file is a script, if a page runs it
	module      bool      // the file is an ECMAScript module
	strict      bool      // so is each file that it imports
	topAwait    bool      // which awaits outside of functions
	awaits      *sync.Map // whether a file does so, by its name, as far as that was asked for
	inOrder     []string  // the files, as places name them, in the order of evaluation
	handles     bool      // it may look at what setTimeout and its kin return: see rewriter.handle
	ownCode     bool      // modules of evsim's own are part of it, in which calls have no place
	world       program.World
	note        func(key, name string) // see Noting; nil: nobody is told
	beside      []plan                 // all modules, if some run side by side; the file is the last
	wrapped     bool                   // a function of eval, as the engine has it, gives the one that is the program
	evaluations *evaluations
	ofPages     [][2]string       // the members of what pages have that the files name: see pageNames
	renamed     map[string]string // names that the bundler changed, to those of the files
	reflects    bool              // the files can tell async functions from others
	tells       bool              // they can tell classes that are made late from others: see late
}

// Title is the file's name.
func (p *Program) Title() string { return p.title }

// Path is that of the file, whole, and Folder the one in which all lies that it
// may import.
func (p *Program) Path() string { return p.path }

// Folder is the folder out of which nothing is read: see Path.
func (p *Program) Folder() string { return p.root }

// Imports reports whether the program imports one of evsim's own modules.
func (p *Program) Imports(module string) bool { return p.imported[module] }

// Noting is the program, which tells of each wait that the world does not name,
// as it begins, by the world's key for such: files, network or io.
func (p *Program) Noting(note func(key, name string)) *Program {
	out := *p
	out.note = note
	return &out
}

// Lengths are none: a file says nothing of the world around it.
func (p *Program) Lengths() []program.Unknown { return nil }

// Worlds are one: that of which nothing is said.
func (p *Program) Worlds() []*program.World { return []*program.World{&p.world} }

// Module reports whether the file is an ECMAScript module.
func (p *Program) Module() bool { return p.module }

// Lacks is the first global that the files use without asking whether it is there,
// and the policy has not: of another platform, or else of another release.
func (p *Program) Lacks(policy model.Policy) *program.Need {
	for _, atRun := range [...]bool{false, true} {
		for i := range p.needs {
			if need := &p.needs[i]; need.AtRun == atRun && !need.In(policy) {
				return need
			}
		}
	}
	return nil
}

// Sources are the names of the files that the program is made of, in order.
func (p *Program) Sources() []string { return slices.Sorted(maps.Keys(p.sources)) }

// Source is the text of one of the Sources.
func (p *Program) Source(name string) []byte { return p.sources[name] }

// Needs lists the features that the program uses, in the order of their first
// use, but for what other policies have than those with the feature.
func (p *Program) Needs() []program.Need {
	return slices.DeleteFunc(slices.Clone(p.needs), func(n program.Need) bool { return n.Has != nil })
}
