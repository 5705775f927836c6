package scenario

import (
	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

const defaultPromiseRoom = 256

// Run runs the scenario under a policy, which must have what the scenario
// needs (see Lacks). Equal arguments give equal events.
func (s *Scenario) Run(p model.Policy, o program.Options) sim.Stop { return s.Prepare(p, o).Run() }
