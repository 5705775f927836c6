package main

import (
	"slices"
	"strings"
	"time"

	"evsim/internal/replace"
	"evsim/internal/report"
	"evsim/internal/say"
	"evsim/internal/trace"
)

// results are all the places that results are written to.
type results struct {
	a        *app
	stdout   report.Writer
	files    []resultFile
	whole    *replace.Batch // what the files are written to
	progress progress
	live     bool // standard output is watched
}

// resultFile is a --report that is being written.
type resultFile struct {
	report.Writer
	name string
}

// results opens what the flags ask for, in a batch that the caller commits. A report
// that cannot be written is told now, not when the tests are over.
func (a *app) results(o testOptions, whole *replace.Batch) (*results, error) {
	how := report.Options{Style: a.style, Lang: a.lang, Quiet: o.quiet, Verbose: o.verbose, NoTime: o.noTime, Now: time.Now()}
	out := &results{a: a, whole: whole, live: isTerminal(a.stdout)}
	if isTerminal(a.stderr) {
		out.progress.w, out.progress.lang, out.progress.on = a.errBare, a.lang, true
	}
	stdout := a.stdout
	if o.format == "github" {
		stdout = a.bare // commands are what it is for
	}
	if out.live {
		stdout = &besides{stdout, &out.progress}
	}
	out.stdout = report.New(string(o.format), stdout, how)
	how.Style, how.Quiet = trace.Style{}, false
	for _, asked := range o.reports {
		if err := out.open(asked, how); err != nil {
			return nil, say.Errorf("--report %s: %w", asked, err)
		}
	}
	return out, nil
}

// open begins one --report.
func (r *results) open(asked string, how report.Options) error {
	format, name, ok := strings.Cut(asked, "=")
	switch {
	case !ok || name == "" || !slices.Contains(report.Formats(), format):
		return say.Errorf("it is FORMAT=FILE, such as junit=results.xml, and FORMAT one of %s", joined(report.Formats()))
	case name == stdinName:
		return say.Errorf("a report needs a file; --format is for standard output")
	}
	f, err := together(r.whole, name)
	if err != nil {
		return err
	}
	r.files = append(r.files, resultFile{report.New(format, f, how), name})
	return nil
}

func (r *results) begin(names []string) {
	r.progress.total = len(names)
	r.stdout.Begin(names)
	for _, f := range r.files {
		f.Begin(names)
	}
}

// file writes one file's results.
func (r *results) file(f *report.File) {
	if len(f.Diagnostics) > 0 || f.Unreadable != nil {
		r.progress.clear()
	}
	r.a.tellBroken(f)
	r.stdout.File(f)
	if r.live {
		r.stdout.Flush() // the writer keeps the error for End
	}
	for _, w := range r.files {
		w.File(f)
	}
	r.progress.add(f)
}

// end finishes everything. Reports of a run that was interrupted are not: nobody
// shall take a part for the whole.
func (r *results) end(sum report.Summary) error {
	r.progress.clear()
	if err := r.stdout.End(sum); err != nil {
		return say.Errorf("cannot write: %w", reason(err))
	}
	if sum.Interrupted {
		return nil
	}
	for _, f := range r.files {
		if err := f.End(sum); err != nil {
			return say.Errorf("cannot write %s: %w", f.name, reason(err))
		}
	}
	return nil
}
