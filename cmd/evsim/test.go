package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"evsim/internal/replace"
	"evsim/internal/report"
	"evsim/internal/say"
)

// testOptions are the flags of test.
type testOptions struct {
	policies []string
	pattern  string // --run
	failFast bool
	update   bool
	dryRun   bool
	watch    bool
	list     bool
	quiet    bool
	verbose  bool
	noTime   bool
	sampled  bool // --allow-sampled
	strict   bool
	budget   []string
	rules    []string
	unknown  []string
	format   format
	reports  []string
	coverage coverageOptions
}

// test checks files against what they expect. A file that is not a scenario does
// not keep the others from being checked.
func (a *app) test(ctx context.Context, paths []string, o testOptions) error {
	t, err := newTester(o)
	if err != nil {
		return err
	}
	t.a = a
	if o.watch {
		return a.watch(ctx, t, orHere(paths), o)
	}
	files, err := a.expand(orHere(paths))
	if err != nil {
		return err
	}
	if o.list {
		return a.list(t, files)
	}
	if o.update {
		return a.update(ctx, t, files, o)
	}
	if err := apart(files, slices.Concat(o.reports, o.coverage.reports)); err != nil {
		return err
	}
	ctx, stop := a.untilInterrupted(ctx, promptly)
	defer stop()
	var whole replace.Batch
	defer whole.Discard()
	out, err := a.results(o, &whole)
	if err != nil {
		return err
	}
	o.coverage.document = o.format != formatText && o.format != "github"
	covered, err := newCoverage(t, o.coverage, &whole)
	if err != nil {
		return err
	}
	t.cover = covered != nil
	defer collectLess()()
	defer t.meter()()
	sum := t.run(ctx, files, out, covered, o.failFast)
	if err := out.end(sum); err != nil {
		return err
	}
	if err := covered.end(a, sum); err != nil {
		return err
	}
	if !sum.Interrupted {
		if err := inPlace(&whole); err != nil {
			return err
		}
	}
	enough := covered.enough(a, sum)
	if err := tested(sum, o); err != nil {
		return err
	}
	return enough
}

// apart makes sure that no report takes the place of a file that is tested.
func apart(files, reports []string) error {
	for _, asked := range reports {
		_, name, _ := strings.Cut(asked, "=")
		there, err := os.Stat(name)
		if err != nil {
			continue // there is nothing to lose
		}
		for _, file := range files {
			if filepath.Base(file) != filepath.Base(name) {
				continue // without asking the system, ten thousand times
			}
			if info, err := os.Stat(file); err == nil && os.SameFile(info, there) {
				return say.Errorf("%s is a scenario that is tested: a report would overwrite it", name)
			}
		}
	}
	return nil
}

// collectLess lets garbage grow to four times what lives before it is
// collected, and returns what takes that back. Little lives while files stream
// through, so that at the usual pace collecting takes more time than testing.
func collectLess() func() {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	usual := debug.SetGCPercent(400)
	return func() { debug.SetGCPercent(usual) }
}

// orHere is the current folder when nothing is named.
func orHere(paths []string) []string {
	if len(paths) == 0 {
		return []string{"."}
	}
	return paths
}

// tested is the error that a summary stands for.
func tested(sum report.Summary, o testOptions) error {
	switch {
	case sum.Interrupted:
		return exit(interrupted)
	case sum.Broken > 0:
		return exit(unusable)
	case sum.Failed > 0:
		return exit(failed)
	case sum.Assumed > 0 || sum.Unproved > 0 && !o.sampled:
		return exit(limited)
	case sum.Files == 0:
		return say.Errorf("nothing was tested: --run and --policy leave out every scenario")
	}
	return nil
}

// run tests files side by side, and writes what comes of them in their order.
func (t *tester) run(ctx context.Context, files []string, out *results, covered *coverage, failFast bool) report.Summary {
	begin := time.Now()
	var sum report.Summary
	out.begin(files)
	t.show = out.progress.explored
	for f := range inOrder(ctx, files, func(name string) *testedFile { return t.file(ctx, name) }) {
		if ctx.Err() != nil {
			sum.Interrupted = true
			break
		}
		out.file(f.File)
		covered.add(f)
		if f.Broken() || len(f.Tests) > 0 {
			sum.Add(f.File)
		}
		if failFast && (sum.Failed > 0 || sum.Broken > 0) {
			break
		}
	}
	sum.Interrupted = ctx.Err() != nil
	sum.Took = time.Since(begin)
	return sum
}

// list says what would be tested.
func (a *app) list(t *tester, files []string) error {
	code := done
	for f := range inOrder(context.Background(), files, t.named) {
		a.tellBroken(f.report)
		if f.report.Broken() {
			code = unusable
		}
		if err := a.writeAll(f.text); err != nil {
			return err
		}
	}
	return code.asError()
}

// tellBroken says on standard error what is wrong with a file.
func (a *app) tellBroken(f *report.File) {
	if f.Unreadable != nil {
		a.complain(f.Unreadable)
	}
	fmt.Fprint(a.stderr, f.Diagnostics.RenderIn(a.lang, f.Text))
}
