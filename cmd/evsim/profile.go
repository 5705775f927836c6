package main

import (
	"errors"
	"os"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"

	"evsim/internal/say"
)

// profiles are the profiles of the command itself that the user asked for.
type profiles struct {
	cpu, heap *os.File // nil: not asked for
}

// startProfiles makes the files that were asked for, each as kind=FILE.
func startProfiles(asked []string) (*profiles, error) {
	var p profiles
	for _, one := range asked {
		kind, name, _ := strings.Cut(one, "=")
		if name == "" || !slices.Contains([]string{"cpu", "heap"}, kind) {
			return nil, errors.Join(say.Errorf("--profile %s: write cpu=FILE or heap=FILE", one), p.close())
		}
		file := &p.cpu
		if kind == "heap" {
			file = &p.heap
		}
		if *file != nil {
			return nil, errors.Join(say.Errorf("--profile %s: there is a %s profile already", one, kind), p.close())
		}
		f, err := os.Create(name)
		if err != nil {
			return nil, errors.Join(say.Errorf("cannot write a profile: %w", err), p.close())
		}
		*file = f
	}
	if p.cpu != nil {
		if err := pprof.StartCPUProfile(p.cpu); err != nil {
			return nil, errors.Join(say.Errorf("cannot write a profile: %w", err), p.close())
		}
	}
	return &p, nil
}

// stop writes what was measured.
func (p *profiles) stop() error {
	if p.cpu != nil {
		pprof.StopCPUProfile()
	}
	var err error
	if p.heap != nil {
		runtime.GC() // so that it shows what is alive now
		err = pprof.WriteHeapProfile(p.heap)
	}
	if err = errors.Join(err, p.close()); err != nil {
		return say.Errorf("cannot write a profile: %w", err)
	}
	return nil
}

func (p *profiles) close() error {
	var err error
	for _, f := range []*os.File{p.cpu, p.heap} {
		if f != nil {
			err = errors.Join(err, f.Close())
		}
	}
	return err
}
