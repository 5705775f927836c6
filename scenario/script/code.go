package script

import (
	"fmt"
	"slices"

	"evsim/program"
)

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

// Identity is the bytes that say which version of the scenario this is: the
// text of its file, and that of every file that its code is made of.
func (s *Tree) Identity(text []byte) []byte {
	files, ok := s.Code.(interface {
		Sources() []string
		Source(name string) []byte
	})
	if !ok {
		return text
	}
	names := files.Sources()
	if s.CodeFile == "" && len(names) == 1 {
		return text // the file itself
	}
	out := slices.Clone(text)
	for _, name := range names {
		source := files.Source(name)
		out = append(fmt.Appendf(out, "\x00%s\x00%d\x00", name, len(source)), source...)
	}
	return out
}
