package model

// Node15 is Node 15 to 19 and 20.0 to 20.2: libuv 1.41 to 1.44. An unhandled
// rejection is an uncaught exception.
func Node15() Policy {
	p := Node12()
	p.Name = "node15"
	p.Title = "an unhandled rejection ends the process"
	p.Versions = "15 to 19 (but 18.18.0), 20.0 to 20.2"
	p.Features = p.Features.With(AnyCombinator)
	p.Node.FatalRejections = true
	p.Node.StartsAwake = false
	p.Node.ModuleHops = 3
	return p
}
