package main

import (
	"context"
	"fmt"
	"strings"

	"evsim/internal/escape"
	"evsim/internal/report"
	"evsim/internal/say"
	"evsim/scenario/diagnostic"
	"evsim/scenario/lint"
)

// lintPaths is how many paths lint explores for each world and policy.
const lintPaths = 20_000

// maxLinted is how many findings are shown of a file, the first by their places.
const maxLinted = 1000

// mistake is what was found, as JSON has it.
type mistake struct {
	File    string `json:"file"`
	Line    int32  `json:"line"`
	Column  int32  `json:"column"`
	Rule    string `json:"rule"`
	Message string `json:"message"`
	Fix     string `json:"fix"`
}

// lint finds mistakes in files. Those that are invalid are told as check does.
func (a *app) lint(ctx context.Context, paths []string, f format) error {
	files, err := a.expand(orHere(paths))
	if err != nil {
		return err
	}
	sources, invalid := a.load(files)
	ctx, stop := a.untilInterrupted(ctx, promptly)
	defer stop()
	list := []mistake{}
	cut := false
	var text, annotations strings.Builder
	for _, src := range sources {
		if src.scenario == nil {
			for _, d := range src.diagnostics {
				annotations.WriteString(report.Annotation(d, "not a scenario"))
			}
			continue
		}
		found, whole := a.lintOne(ctx, src)
		cut = cut || !whole
		var told diagnostic.List
		for _, found := range found {
			list = append(list, mistake{src.name, found.Pos.Line, found.Pos.Col, found.Rule, found.Message.String(), found.Fix.String()})
			d := diagnostic.Diagnostic{File: src.name, Pos: found.Pos, Width: 1, Message: found.Message, Hint: found.Fix, Warning: true}
			annotations.WriteString(report.Annotation(d, found.Rule))
			d.Message = say.Of("%s (%s)", d.Message, found.Rule)
			told = append(told, d)
		}
		text.WriteString(told.RenderIn(a.lang, src.text))
	}
	if err := ctx.Err(); err != nil {
		return exit(interrupted)
	}
	out := text.String()
	switch f {
	case formatGitHub:
		out = annotations.String()
	case formatJSON:
		bytes, err := escape.JSONIndented(list)
		if err != nil {
			return say.Errorf("write findings: %w", err)
		}
		out = string(bytes) + "\n"
	}
	write := a.writeAll
	if f == formatGitHub {
		write = a.writeBare // escape.GitHub wrote all of it
	}
	if err := write(out); err != nil {
		return err
	}
	return linted(invalid, len(list), cut)
}

// linted is what came of linting: files that are none, so many mistakes, and
// whether some file was not looked at to the end.
func linted(invalid error, mistakes int, cut bool) error {
	switch {
	case invalid != nil:
		return invalid
	case mistakes > 0:
		return exit(failed)
	case cut:
		return exit(limited)
	}
	return nil
}

// lintOne finds mistakes in one scenario. Where that takes more than it may,
// whole is false, and the user told.
func (a *app) lintOne(ctx context.Context, src *source) (found []lint.Finding, whole bool) {
	ctx, done := a.bounded(ctx, a.most)
	defer done()
	found = lint.Check(ctx, src.scenario, src.text, lintPaths)
	if spent(ctx) {
		a.complain(say.Errorf("%s: not looked at to the end: %w", report.Shown(src.name), context.Cause(ctx)))
	}
	if len(found) > maxLinted {
		a.complain(say.Errorf("%s: %d findings are shown of %d or more", report.Shown(src.name), maxLinted, len(found)))
		found = found[:maxLinted]
	}
	return found, ctx.Err() == nil
}

// lintRules lists the rules, for help.
func lintRules(l *say.Language) string {
	var b strings.Builder
	for _, rule := range lint.Rules() {
		fmt.Fprintf(&b, "  %-17s %s\n", rule.ID, l.Say(rule.Doc))
	}
	return strings.TrimSuffix(b.String(), "\n")
}
