package observe

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"evsim/clock"
	"evsim/internal/escape"
	"evsim/internal/observe/shim"
	"evsim/program"
	"evsim/scenario"
)

// file is code that lies in a file.
type file interface {
	Path() string
	Folder() string
	Imports(module string) bool
}

// codeJob is the call that runs a file of code as it is. What it imports from
// evsim has real waits, as long as the world says.
func (r Runtime) codeJob(ctx context.Context, s *scenario.Scenario) (job, func(), error) {
	code, ok := s.Code.(file)
	if !ok {
		return job{}, nil, errors.New(s.File + ": the code lies in no file that a runtime could run")
	}
	if code.Imports(ownModule) {
		return job{}, nil, errors.New(s.File + ": only evsim has the module `" + ownModule + "`: observe the scenario that it was exported from")
	}
	if err := r.canRun(ctx, s, code); err != nil {
		return job{}, nil, err
	}
	dir, err := os.MkdirTemp("", "evsim-")
	if err != nil {
		return job{}, nil, err
	}
	done := func() { os.RemoveAll(dir) }
	world, err := worldOf(&s.World)
	if err == nil {
		err = lay(dir)
	}
	j := job{env: []string{poolOf(s), "NODE_NO_WARNINGS=1", "EVSIM_WORLD=" + world}, folder: filepath.Dir(code.Path())}
	path := code.Path()
	if code.Imports("evsim") {
		// Behind this link the package of the run is the nearest one.
		inside, _ := filepath.Rel(code.Folder(), path)
		path = filepath.Join(dir, "program", inside)
		j.env = append(j.env, "EVSIM_PIPES="+dir)
		j.arguments = []string{"--preserve-symlinks", "--preserve-symlinks-main"}
		err = errors.Join(err, os.Symlink(code.Folder(), filepath.Join(dir, "program")))
	}
	if err != nil {
		done()
		return job{}, nil, err
	}
	j.arguments = append(j.arguments, "--require", filepath.Join(dir, "preload.js"), path)
	return j, done, nil
}

// canRun refuses TypeScript on releases that cannot strip types (before 22.18).
func (r Runtime) canRun(ctx context.Context, s *scenario.Scenario, code file) error {
	if !strings.HasSuffix(code.Path(), "ts") {
		return nil
	}
	version, err := r.Version(ctx)
	if err != nil {
		return err
	}
	var major, minor int
	if n, _ := fmt.Sscanf(version, "%d.%d", &major, &minor); n == 2 && (major < 22 || major == 22 && minor < 18) {
		return fmt.Errorf("%s: node %s does not run TypeScript: take 22.18 or later", s.File, version)
	}
	return nil
}

// lay writes what Node loads besides the program.
func lay(dir string) error {
	at := filepath.Join(dir, "node_modules", "evsim")
	if err := os.MkdirAll(at, 0o700); err != nil {
		return err
	}
	for name, text := range map[string][]byte{
		filepath.Join(dir, "preload.js"): shim.Preload, filepath.Join(at, "package.json"): []byte(shim.Manifest),
		filepath.Join(at, "world.js"): shim.World, filepath.Join(at, "world.mjs"): shim.Module,
	} {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// waitText is a wait as package shim reads it: its length in milliseconds, and
// what comes of it.
type waitText struct {
	Latency [2]float64 `json:"latency"`
	Fails   any        `json:"fails,omitempty"`
	Value   any        `json:"value,omitempty"`
}

// worldOf is the world as package shim reads it.
func worldOf(w *program.World) (string, error) {
	world := struct {
		IO      map[string]waitText `json:"io"`
		Network map[string]waitText `json:"network,omitempty"`
		Other   *[2]float64         `json:"other,omitempty"`
	}{waitsOf(w.IO), waitsOf(w.Network), nil}
	if w.Other.High > 0 {
		other := between(w.Other)
		world.Other = &other
	}
	text, err := escape.JSON(world)
	return string(text), err
}

func waitsOf(list []program.Latency) map[string]waitText {
	out := make(map[string]waitText, len(list))
	for _, l := range list {
		out[l.Name] = waitText{between(l.Latency), failureOf(l), valueOf(l)}
	}
	return out
}

func failureOf(l program.Latency) any {
	switch {
	case l.Failure != "":
		return l.Failure
	case l.Missing:
		return true
	}
	return nil
}

// valueOf is what a wait gives: JSON, or else a text.
func valueOf(l program.Latency) any {
	var v any
	switch {
	case l.Value == "":
		return nil
	case json.Unmarshal([]byte(l.Value), &v) == nil:
		return v
	}
	return l.Value
}

func between(r clock.Range) [2]float64 {
	return [2]float64{float64(r.Low) / float64(clock.Millisecond), float64(r.High) / float64(clock.Millisecond)}
}
