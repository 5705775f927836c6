package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"evsim/internal/diff"
	"evsim/internal/report"
	"evsim/internal/say"
	"evsim/js"
	"evsim/scenario/snapshot"
	"evsim/sim"
)

// inCI reports whether nobody is there to read what would be written: CI
// systems set the variable CI.
func inCI() bool {
	switch strings.ToLower(os.Getenv("CI")) {
	case "", "0", "false":
		return false
	}
	return true
}

var errCI = say.Errorf("the variable CI is set, so nothing is written: run it on your machine, or with --dry-run")

// changed is what came of one file: what it expects, and what happens.
type changed struct {
	src     *source
	report  *report.File
	changes []snapshot.Change
	left    []snapshot.Left
	text    []byte // as it would be
	err     error  // why it cannot be rewritten
}

// changes compares the lists of a file with what happens.
func (t *tester) changes(ctx context.Context, name string) (c changed) {
	if js.IsProgram(name) {
		c.report = &report.File{Name: name, Unreadable: expectsNothing(name)}
		return c
	}
	t.workers.do(func() { c.src, c.report = t.read(name) })
	if c.report.Broken() || t.selected(c.src.scenario) != c.src.scenario {
		return c
	}
	t.workers.do(func() {
		c.changes, c.left = snapshot.Find(c.src.scenario, t.chosen, t.runs(ctx, c.src.scenario.File, t.allowanceOf(c.src.scenario, len(c.src.scenario.RunsOn()))))
		if len(c.changes) > 0 {
			c.text, c.err = snapshot.Apply(c.src.text, c.src.scenario, c.changes)
		}
	})
	return c
}

// expectsNothing says why code is not reviewed.
func expectsNothing(name string) error {
	return say.Errorf("%s: a file of code has no expectations to update: a scenario beside it with `script: ./%s` can say what is expected", report.Shown(name), report.Shown(filepath.Base(name)))
}

// chosen reports whether the user asks for a policy.
func (t *tester) chosen(policy string) bool {
	if t.only == nil {
		return true
	}
	for _, p := range t.only {
		if p.Name == policy {
			return true
		}
	}
	return false
}

// updater rewrites files, or shows how they would be.
type updater struct {
	a      *app
	out    *bufio.Writer
	dryRun bool
	code   status
	files  int // that were rewritten
}

// update brings what files expect up to date.
func (a *app) update(ctx context.Context, t *tester, files []string, o testOptions) error {
	if !o.dryRun && inCI() {
		return errCI
	}
	ctx, stop := a.untilInterrupted(ctx, promptly)
	defer stop()
	defer t.meter()()
	u := updater{a: a, out: bufio.NewWriter(a.stdout), dryRun: o.dryRun}
	for c := range inOrder(ctx, files, func(name string) changed { return t.changes(ctx, name) }) {
		if ctx.Err() != nil {
			u.code = interrupted
			break
		}
		u.file(&c)
	}
	written := say.Counted("1 file rewritten", "%d files rewritten", u.files)
	if o.dryRun {
		written = say.Counted("1 file to be rewritten", "%d files to be rewritten", u.files)
	}
	a.lang.Fprintf(u.out, "%s\n", written)
	if err := u.out.Flush(); err != nil {
		return say.Errorf("cannot write: %w", err)
	}
	if u.code == done && o.dryRun && u.files > 0 {
		u.code = failed
	}
	return u.code.asError()
}

func (u *updater) file(c *changed) {
	u.a.tellBroken(c.report)
	if c.report.Broken() {
		u.code = unusable
		return
	}
	u.leave(c)
	switch {
	case c.err != nil:
		u.fail(c, c.err)
	case c.text == nil:
	case u.dryRun:
		u.files++
		u.out.WriteString(diff.Unified(report.Shown(c.src.name), c.src.text, c.text))
	default:
		if err := c.save(c.text); err != nil {
			u.fail(c, err)
			return
		}
		u.files++
		for i := range c.changes {
			fmt.Fprintf(u.out, "%s: %s\n", place(c.src.name, c.changes[i].At), &c.changes[i])
		}
	}
}

// leave tells which lists are wrong and stay so.
func (u *updater) leave(c *changed) {
	for _, l := range c.left {
		u.a.lang.Fprintf(u.out, "%s: %s: not rewritten: %s\n", place(c.src.name, l.At), l.Policy, l.Why)
		u.code = max(u.code, failed)
	}
}

func (u *updater) fail(c *changed, err error) {
	u.a.complain(say.Errorf("%s: not rewritten: %w", c.src.name, err))
	u.code = unusable
}

func place(name string, at sim.Pos) string {
	name = report.Shown(name)
	if at == (sim.Pos{}) {
		return name
	}
	return fmt.Sprintf("%s:%d:%d", name, at.Line, at.Col)
}

var errChanged = say.Errorf("the file has changed since it was read")

// save replaces the file, if nobody else did meanwhile.
func (c *changed) save(text []byte) error {
	if c.src.name == stdinTitle {
		return say.Errorf("standard input cannot be rewritten")
	}
	now, err := readSettled(c.src.name)
	if err != nil {
		return reason(err)
	}
	if !bytes.Equal(now, c.src.text) {
		return errChanged
	}
	return rewrite(c.src.name, text)
}

// review shows what changed, one entry after the other, and asks.
func (a *app) review(ctx context.Context, paths []string, o testOptions) error {
	if inCI() {
		return errCI
	}
	t, err := newTester(o)
	if err != nil {
		return err
	}
	t.a = a
	files, err := a.expand(orHere(paths))
	if err != nil {
		return err
	}
	ctx, stop := a.untilInterrupted(ctx, promptly)
	defer stop()
	defer t.meter()()
	r := reviewer{updater: updater{a: a, out: bufio.NewWriter(a.stdout)}, answers: bufio.NewReader(a.stdin)}
	for c := range inOrder(ctx, files, func(name string) changed { return t.changes(ctx, name) }) {
		if ctx.Err() != nil {
			r.code = interrupted
			break
		}
		if r.review(&c); r.quit {
			break
		}
	}
	fmt.Fprintf(r.out, "%d accepted, %d left as they are\n", r.accepted, r.kept)
	if err := r.out.Flush(); err != nil {
		return say.Errorf("cannot write: %w", err)
	}
	return r.code.asError()
}

// reviewer asks about each change.
type reviewer struct {
	updater
	answers        *bufio.Reader
	accepted, kept int
	all, quit      bool
}

// review goes through the changes of one file, and writes those that are
// accepted, all at once.
func (r *reviewer) review(c *changed) {
	r.a.tellBroken(c.report)
	if c.report.Broken() {
		r.code = unusable
		return
	}
	r.leave(c)
	var accepted []snapshot.Change
	for i := range c.changes {
		text, err := snapshot.Apply(c.src.text, c.src.scenario, c.changes[i:i+1])
		if err != nil {
			r.fail(c, err)
			continue
		}
		if r.quit || !r.ask(c, &c.changes[i], text) {
			r.kept++
			r.code = max(r.code, failed)
			continue
		}
		accepted = append(accepted, c.changes[i])
	}
	if accepted == nil {
		return
	}
	text, err := snapshot.Apply(c.src.text, c.src.scenario, accepted)
	if err == nil {
		err = c.save(text)
	}
	if err != nil {
		r.fail(c, err)
		return
	}
	r.accepted += len(accepted)
}

// ask shows one change and waits for an answer. The end of the answers is a no
// to all that is left.
func (r *reviewer) ask(c *changed, change *snapshot.Change, text []byte) bool {
	fmt.Fprintf(r.out, "%s\n%s: %s\n", r.a.style.Bold(report.Shown(c.src.scenario.Name)), place(c.src.name, change.At), change)
	for line := range strings.Lines(diff.Unified(report.Shown(c.src.name), c.src.text, text)) {
		r.out.WriteString(r.painted(line))
	}
	if r.all {
		return true
	}
	for {
		r.out.WriteString("accept it? [y]es, [n]o, [a]ll, [q]uit: ")
		r.out.Flush() // the writer keeps the error for the end
		answer, err := r.answers.ReadString('\n')
		if err != nil && answer == "" {
			if !errors.Is(err, io.EOF) {
				r.a.complain(err)
			}
			answer = "q"
			r.out.WriteString("\n")
		}
		switch strings.ToLower(strings.TrimSpace(answer)) {
		case "y", "yes":
			return true
		case "n", "no":
			return false
		case "a", "all":
			r.all = true
			return true
		case "q", "quit":
			r.quit = true
			return false
		}
	}
}

// painted is a line of a patch, in the colours of what it takes and gives.
func (r *reviewer) painted(line string) string {
	text, _ := strings.CutSuffix(line, "\n")
	text = report.Shown(text)
	switch {
	case strings.HasPrefix(text, "-"):
		text = r.a.style.Bad(text)
	case strings.HasPrefix(text, "+"):
		text = r.a.style.Good(text)
	}
	return text + "\n"
}
