package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"evsim/internal/observe/evidence"
	"evsim/internal/say"
)

// recordOptions are the flags of record.
type recordOptions struct {
	runtimes []string
	runs     int
	to       string
	real     bool
}

// record runs scenarios on real runtimes and keeps what they do.
func (a *app) record(ctx context.Context, paths []string, o recordOptions) error {
	older, err := recorded(o.to)
	if err != nil {
		return err
	}
	sources, err := a.recordable(paths)
	if err != nil {
		return err
	}
	ctx, stop := a.untilInterrupted(ctx, 0)
	defer stop()
	c := evidence.Collector{Runs: o.runs, Real: o.real, Workers: runtime.GOMAXPROCS(0)}
	for _, text := range o.runtimes {
		r, err := evidence.Open(ctx, text)
		if err != nil {
			return a.unless(ctx, err)
		}
		c.Runtimes = append(c.Runtimes, r)
	}
	found, err := c.Collect(ctx, sources)
	if err != nil {
		return a.unless(ctx, err)
	}
	for _, why := range found.Skipped {
		fmt.Fprintln(a.stderr, "skipped:", why)
	}
	var b bytes.Buffer
	if err := evidence.Write(&b, evidence.Merge(older, found.Records)); err != nil {
		return err
	}
	if err := written(o.to, b.Bytes()); err != nil {
		return err
	}
	return a.writeAll(a.lang.Sayf("%s of %s in %s\n", say.Counted("1 observation", "%d observations", found.Observations()), say.Counted("1 scenario", "%d scenarios", len(sources)), o.to))
}

// recorded is what was recorded before.
func recorded(name string) ([]evidence.Record, error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, say.Errorf("cannot read %s: %w", name, reason(err))
	}
	all, err := evidence.Read(bytes.NewReader(text))
	if err != nil {
		return nil, say.Errorf("%s: %w", name, err)
	}
	return all, nil
}

// recordable loads scenarios under the names that records call them by.
func (a *app) recordable(paths []string) ([]evidence.Source, error) {
	files, err := a.expand(paths)
	if err != nil {
		return nil, err
	}
	loaded, err := a.load(files)
	if err != nil {
		return nil, err
	}
	var sources []evidence.Source
	for _, src := range loaded {
		sources = append(sources, evidence.Source{File: filepath.ToSlash(filepath.Clean(src.name)), Scenario: src.scenario})
	}
	return sources, nil
}
