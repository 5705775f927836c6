package scenario

import "evsim/scenario/script"

// OfCode is a file of code as a scenario: nothing is expected, and nothing said
// of the world, so that when the loop starts is open.
func OfCode(file string, code script.Code) *Scenario { return &Scenario{*script.OfCode(file, code)} }
