package scenario

import "evsim/program"

// What a Scenario tells whoever runs programs.

// Title is the scenario's name (Program).
func (s *Scenario) Title() string { return s.Name }

// Lengths are the scenario's unknowns (Program).
func (s *Scenario) Lengths() []program.Unknown { return s.Unknowns }

// Worlds are the scenario's own world and those of its cases (Program).
func (s *Scenario) Worlds() []*program.World {
	worlds := []*program.World{&s.World}
	for i := range s.Cases {
		worlds = append(worlds, &s.Cases[i].World)
	}
	return worlds
}
