// Package code reads programs of JavaScript and TypeScript as scenarios that say
// nothing of the world, with what is wrong with them as diagnostics.
package code

import (
	"errors"

	"evsim/internal/say"
	"evsim/js"
	"evsim/scenario"
	"evsim/scenario/diagnostic"
)

// File reads a file, whose text is given, and what it imports. The scenario is
// nil where the diagnostics say why.
func File(name string, text []byte) (*scenario.Scenario, diagnostic.List, error) {
	program, err := js.Load(name, text)
	return of(name, program, err)
}

// Text is File for a text that stands alone: nothing of the machine is read.
func Text(name string, text []byte) (*scenario.Scenario, diagnostic.List, error) {
	program, err := js.LoadText(name, text)
	return of(name, program, err)
}

func of(name string, program *js.Program, err error) (*scenario.Scenario, diagnostic.List, error) {
	var problems js.Problems
	switch {
	case errors.As(err, &problems):
		return nil, Diagnosed(name, problems), nil
	case err != nil:
		return nil, nil, err
	}
	return scenario.OfCode(name, program), nil, nil
}

// Diagnosed is what is wrong with code as diagnostics of its file.
func Diagnosed(name string, problems js.Problems) diagnostic.List {
	out := make(diagnostic.List, len(problems))
	for i, p := range problems {
		d := diagnostic.Diagnostic{File: name, Width: p.Width, Hint: p.Hint, Warning: p.Warning}
		if p.Pos.File == "" {
			d.Pos, d.Message = p.Pos, p.Message
		} else {
			d.Message = say.Of("%s: %s", p.Pos, p.Message)
		}
		out[i] = d
	}
	return out
}
