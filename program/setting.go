package program

import (
	"evsim/model"
	"evsim/sim"
)

// Setting is what is run, and where: a program, the policy that it runs under,
// and the world around it. It is made once and passed on whole.
type Setting struct {
	Program Program
	Policy  model.Policy // which must have what the program needs
	World   *World       // one like those that the program knows of
}

// NewSetting is a program under a policy, in its own world.
func NewSetting(p Program, policy model.Policy) Setting { return Setting{p, policy, p.Worlds()[0]} }

// Prepare makes ready for runs.
func (s Setting) Prepare(o Options) Run { return s.Program.Prepare(s.Policy, s.World, o) }

// Run makes one run. Equal arguments give equal events.
func (s Setting) Run(o Options) sim.Stop { return s.Prepare(o).Run() }
