package script

import "evsim/program"

// What a Scenario tells whoever runs programs.

// Title is the scenario's name (program.Program).
func (s *Tree) Title() string { return s.Name }

// Lengths are the scenario's unknowns (program.Program).
func (s *Tree) Lengths() []program.Unknown { return s.Unknowns }

// Worlds are the scenario's own world and those of its cases (program.Program).
func (s *Tree) Worlds() []*program.World {
	worlds := []*program.World{&s.World}
	for i := range s.Cases {
		worlds = append(worlds, &s.Cases[i].World)
	}
	return worlds
}
