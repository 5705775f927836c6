package main

import (
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"

	"evsim/internal/replace"
	"evsim/internal/say"
)

// profiles are the profiles of the command itself that the user asked for.
type profiles struct {
	cpu, heap *replace.File // nil: not asked for
	files     replace.Batch
}

// startProfiles begins the files that were asked for, each as kind=FILE.
func startProfiles(asked []string) (*profiles, error) {
	var p profiles
	for _, one := range asked {
		if err := p.begin(one); err != nil {
			p.files.Discard()
			return nil, err
		}
	}
	if p.cpu != nil {
		if err := pprof.StartCPUProfile(p.cpu); err != nil {
			p.files.Discard()
			return nil, say.Errorf("cannot write a profile: %w", err)
		}
	}
	return &p, nil
}

func (p *profiles) begin(one string) error {
	kind, name, _ := strings.Cut(one, "=")
	if name == "" || !slices.Contains([]string{"cpu", "heap"}, kind) {
		return say.Errorf("--profile %s: write cpu=FILE or heap=FILE", one)
	}
	file := &p.cpu
	if kind == "heap" {
		file = &p.heap
	}
	if *file != nil {
		return say.Errorf("--profile %s: there is a %s profile already", one, kind)
	}
	f, err := together(&p.files, name)
	if err != nil {
		return say.Errorf("--profile %s: %w", one, err)
	}
	*file = f
	return nil
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
	if err == nil {
		err = inPlace(&p.files)
	}
	p.files.Discard()
	if err != nil {
		return say.Errorf("cannot write a profile: %w", err)
	}
	return nil
}
