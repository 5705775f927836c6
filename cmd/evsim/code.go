package main

import (
	"errors"

	"evsim/js"
	"evsim/scenario"
	"evsim/scenario/diagnostic"
)

// loadCode loads a file of JavaScript or TypeScript as a scenario that says
// nothing of the world.
func loadCode(name string, text []byte) (*scenario.Scenario, diagnostic.List, error) {
	code, err := js.Load(name, text)
	var problems js.Problems
	switch {
	case errors.As(err, &problems):
		return nil, diagnosed(name, problems), nil
	case err != nil:
		return nil, nil, err
	}
	return scenario.OfCode(name, code), nil, nil
}

// diagnosed is what is wrong with code as diagnostics of its file.
func diagnosed(name string, problems js.Problems) diagnostic.List {
	out := make(diagnostic.List, len(problems))
	for i, p := range problems {
		d := diagnostic.Diagnostic{File: name, Pos: p.Pos, Width: p.Width, Message: p.Message, Hint: p.Hint, Warning: p.Warning}
		if p.Pos.File != "" {
			d.Pos.Line, d.Message = 0, p.Pos.String()+": "+p.Message
		}
		out[i] = d
	}
	return out
}
