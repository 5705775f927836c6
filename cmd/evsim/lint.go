package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"evsim/lint"
	"evsim/scenario"
)

// lintPaths is how many paths lint explores for each world and policy.
const lintPaths = 20_000

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
	files, err := expand(orHere(paths))
	if err != nil {
		return err
	}
	sources, invalid := a.load(files)
	list := []mistake{}
	var text strings.Builder
	for _, src := range sources {
		if src.scenario == nil {
			continue
		}
		for _, found := range lint.Check(ctx, src.scenario, src.text, lintPaths) {
			list = append(list, mistake{src.name, found.Pos.Line, found.Pos.Col, found.Rule, found.Message, found.Fix})
			d := scenario.Diagnostic{File: src.name, Pos: found.Pos, Width: 1, Message: found.Message + " (" + found.Rule + ")", Hint: found.Fix, Warning: true}
			text.WriteString(d.Render(src.text))
		}
	}
	if err := ctx.Err(); err != nil {
		return exit(interrupted)
	}
	out := text.String()
	if f == formatJSON {
		bytes, err := json.MarshalIndent(list, "", "  ")
		if err != nil {
			return fmt.Errorf("write findings: %w", err)
		}
		out = string(bytes) + "\n"
	}
	if err := a.writeAll(out); err != nil {
		return err
	}
	if invalid == nil && len(list) > 0 {
		return exit(failed)
	}
	return invalid
}

// lintRules lists the rules, for help.
func lintRules() string {
	var b strings.Builder
	for _, rule := range lint.Rules() {
		fmt.Fprintf(&b, "  %-17s %s\n", rule.ID, rule.Doc)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
