package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"evsim/internal/budget"
	programs "evsim/internal/code"
	"evsim/internal/escape"
	"evsim/internal/report"
	"evsim/internal/say"
	"evsim/js"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/scenario/layout"
	"evsim/scenario/syntax"
)

// initFrom writes a scenario that runs a file of code, with an entry for each
// wait that some runs found.
func (a *app) initFrom(ctx context.Context, code, file string) error {
	if !js.IsProgram(code) {
		return say.Errorf("%s does not have the extension of a JavaScript or TypeScript file", report.Shown(code))
	}
	if file == "" {
		file = strings.TrimSuffix(code, filepath.Ext(code)) + ".yaml"
	}
	inside, err := filepath.Rel(filepath.Dir(file), code)
	if err != nil || strings.HasPrefix(filepath.ToSlash(inside), "../") {
		return say.Errorf("%s is not in the folder of %s or below: a scenario can only run code from there", code, file)
	}
	if !syntax.CodeFile().MatchString(inside) {
		return say.Errorf("a scenario cannot name %s: its name has a line end", report.Shown(code))
	}
	text, err := readSettled(code)
	if err != nil {
		return say.Errorf("cannot read %s: %w", code, reason(err))
	}
	p, err := js.Load(code, text)
	var problems js.Problems
	if errors.As(err, &problems) {
		a.diagnose(&source{name: code, text: text, diagnostics: programs.Diagnosed(code, problems)})
		return exit(unusable)
	}
	if err != nil {
		return err
	}
	waits, err := a.waits(ctx, code, p)
	if err != nil {
		return err
	}
	out, err := worldText(filepath.ToSlash(inside), filepath.Dir(code), waits)
	if err != nil {
		return err
	}
	if s, wrong := syntax.Parse(file, out); s == nil {
		return say.Errorf("no scenario can be written for this: %s", wrong[0].Message)
	}
	return a.initWith(file, out)
}

// lookedFor is how many runs are made to find what code waits for.
const lookedFor = 64

// waits is what code waits for, by the world's key, each name once and in the
// order in which it was found.
func (a *app) waits(ctx context.Context, code string, p *js.Program) (map[string][]string, error) {
	found, seen := make(map[string][]string), make(map[[2]string]bool)
	s, err := scenario.OfCode(code, p.Noting(func(kind, name string) {
		if one := [2]string{kind, name}; !seen[one] {
			seen[one] = true
			found[kind] = append(found[kind], name)
		}
	})).Free([]string{"latency"})
	if err != nil {
		return nil, err
	}
	policy, err := policyFor(s)
	if err != nil {
		return nil, say.Errorf("%s: %w", code, err)
	}
	ctx, stop := a.untilInterrupted(ctx, 0)
	defer stop()
	ctx, done := a.bounded(ctx, a.most)
	defer done()
	left := lookedFor
	s.In(policy, &s.World).Sample(program.Options{Halt: func() bool { return ctx.Err() != nil }, Room: budget.Room(ctx), Until: ctx}, func(*program.Observed) bool {
		left--
		return left > 0
	})
	if ctx.Err() != nil {
		return nil, a.unless(ctx, context.Cause(ctx))
	}
	return found, nil
}

var errNoPolicy = say.Errorf("no policy has all that the program uses")

// policyFor is the newest Node, or else any policy, that has what code uses.
func policyFor(s *scenario.Scenario) (model.Policy, error) {
	for _, name := range [...]string{"node", "browser"} {
		if p := model.MustLookup(name); s.Lacks(p) == nil {
			return p, nil
		}
	}
	if all := s.RunsOn(); len(all) > 0 {
		return all[0], nil
	}
	return model.Policy{}, errNoPolicy
}

// entries are the lengths that waits are given, by the world's key.
var entries = [...]struct{ key, latency string }{{"files", "0ms..5ms"}, {"network", "10ms..100ms"}, {"io", "1ms..10ms"}}

// worldText is a scenario that runs a file of code, in form.
func worldText(code, dir string, waits map[string][]string) ([]byte, error) {
	var b strings.Builder
	title, err := escape.YAML(escape.Line(code) + " and what it waits for")
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(&b, "evsim: 1\nname: %s\nclock: {startup: 0ms..3ms, phase: 0ms..1ms}\n", title)
	for _, entry := range entries {
		if len(waits[entry.key]) > 0 {
			fmt.Fprintf(&b, "%s:\n", entry.key)
		}
		for _, name := range waits[entry.key] {
			key, err := escape.YAML(name)
			if err != nil {
				return nil, err
			}
			more := ""
			if entry.key == "files" {
				more = fileEntry(filepath.Join(dir, filepath.FromSlash(name)))
			}
			fmt.Fprintf(&b, "  %s: {latency: %s%s}\n", key, entry.latency, more)
		}
	}
	name, err := escape.YAML("./" + code)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(&b, "script: %s\n", name)
	b.WriteString("# What must hold in every order stands under `rules`, such as `- a before b`, where a and b are lines that it logs.\n")
	text, complaints := layout.Source("init", []byte(b.String()))
	if complaints != nil {
		return nil, say.Errorf("no scenario can be written for this: %s", complaints[0].Message)
	}
	return text, nil
}

// fileEntry says of a file how large it is, or that it is missing.
func fileEntry(path string) string {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return ", missing: true"
	case info.Mode().IsRegular() && info.Size() > 0:
		return fmt.Sprintf(", size: %d", info.Size())
	}
	return ""
}
