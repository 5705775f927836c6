package script

import "evsim/program"

// Code is a program in a language of its own. It runs in a scenario's world in
// place of statements.
type Code interface {
	program.Program
	// Needs lists the features that it uses, in the order of their first use.
	Needs() []program.Need
}

// OfCode is a file of code as a scenario: nothing is expected, and nothing said
// of the world, so that when the loop starts is open.
func OfCode(file string, code Code) *Tree {
	s := &Tree{File: file, Name: code.Title(), World: code.Worlds()[0].Clone()}
	s.free("startup")
	s.free("phase")
	s.Run(code)
	return s
}

// Run makes code what the scenario runs.
func (s *Tree) Run(code Code) {
	s.Code, s.Needs = code, append(s.Needs, code.Needs()...)
	s.Script = Script{Bodies: []Body{{Label: "script", Pos: s.CodePos}}}
	module := code.Worlds()[0].ESM
	s.World.ESM = module
	for i := range s.Cases {
		s.Cases[i].World.ESM = module
	}
}
