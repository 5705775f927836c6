package main

import (
	"context"
	"path/filepath"
	"slices"

	"evsim/internal/folder"
	"evsim/internal/replace"
	"evsim/internal/report"
	"evsim/internal/say"
	"evsim/internal/watch"
)

// watch tests files, and again those that change, until the user has enough.
func (a *app) watch(ctx context.Context, t *tester, paths []string, o testOptions) error {
	if slices.Contains(paths, stdinName) {
		return say.Errorf("standard input cannot be watched")
	}
	ctx, stop := a.untilInterrupted(ctx, promptly)
	defer stop()
	defer t.meter()()
	folders, err := watched(paths)
	if err != nil {
		return err
	}
	w, err := watch.New(ctx, folders, folder.Skips)
	if err != nil {
		return err
	}
	files, err := a.expand(paths)
	if err != nil {
		return err
	}
	for {
		if len(files) > 0 {
			if err := a.again(ctx, t, files, o); err != nil {
				return err
			}
		}
		changed, err := w.Next(ctx)
		if ctx.Err() != nil {
			return exit(interrupted)
		}
		if err != nil {
			return err
		}
		files = touched(paths, changed)
	}
}

// again tests some files.
func (a *app) again(ctx context.Context, t *tester, files []string, o testOptions) error {
	var whole replace.Batch
	defer whole.Discard()
	out, err := a.results(o, &whole)
	if err != nil {
		return err
	}
	var sum report.Summary
	if sum = t.run(ctx, files, out, nil, o.failFast); sum.Interrupted {
		return exit(interrupted)
	}
	if err := out.end(sum); err != nil {
		return err
	}
	if err := inPlace(&whole); err != nil {
		return err
	}
	return a.writeAll("\n")
}

// watched is what is watched for some paths: of a pattern, the folder before
// the part that varies.
func watched(paths []string) ([]string, error) {
	var out []string
	for _, path := range paths {
		if _, err := expandOne(path); err != nil {
			return nil, err
		}
		for isPattern(path) {
			path = filepath.Dir(path)
		}
		out = append(out, path)
	}
	return out, nil
}

// touched is those of some changed files that the paths stand for and that are
// still there. Where nothing is there any more, nothing is to be tested.
func touched(paths, changed []string) []string {
	var files []string
	for _, path := range paths {
		found, err := expandOne(path)
		if err != nil {
			continue
		}
		for _, file := range found.files {
			if slices.Contains(changed, filepath.Clean(file)) && !slices.Contains(files, file) {
				files = append(files, file)
			}
		}
	}
	return files
}
