package main

import (
	"path/filepath"

	"evsim/internal/say"
	"evsim/js"
	"evsim/scenario/script"
)

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
