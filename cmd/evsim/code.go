package main

import (
	"errors"
	"path/filepath"

	"evsim/internal/say"
	"evsim/js"
	"evsim/scenario"
	"evsim/scenario/diagnostic"
	"evsim/scenario/script"
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
		d := diagnostic.Diagnostic{File: name, Pos: p.Pos, Width: p.Width, Message: say.Word(p.Message), Hint: hintOf(p), Warning: p.Warning}
		if p.Pos.File != "" {
			d.Pos.Line, d.Message = 0, say.Of("%s: %s", p.Pos, p.Message)
		}
		out[i] = d
	}
	return out
}

func hintOf(p js.Problem) say.Text {
	if p.Hint == "" {
		return ""
	}
	return say.Word(p.Hint)
}

// codeBeside loads the code that a scenario names, beside it or below.
func codeBeside(file string) func(name string) (script.Code, error) {
	return func(name string) (script.Code, error) {
		if file == stdinTitle {
			return nil, say.Errorf("`script` names a file beside the scenario, and standard input is in no folder")
		}
		path := filepath.Join(filepath.Dir(file), filepath.FromSlash(name))
		text, err := readSettled(path)
		if err != nil {
			return nil, say.Errorf("cannot read %s: %w", name, reason(err))
		}
		code, err := js.LoadScript(path, name, text)
		if err != nil {
			return nil, say.Errorf("%s: %w", name, err)
		}
		return code, nil
	}
}
