package scenario

import (
	"evsim/internal/say"
	"evsim/scenario/diagnostic"
	"evsim/scenario/script"
	"evsim/scenario/syntax"
)

// OfCode is a file of code as a scenario: nothing is expected, and nothing said
// of the world, so that when the loop starts is open.
func OfCode(file string, code script.Code) *Scenario { return &Scenario{*script.OfCode(file, code)} }

// ParseWith is [Parse] for who can load code: the file that `script` names, as it
// is written there. What is wrong with it is told at that place.
func ParseWith(file string, src []byte, load func(name string) (script.Code, error)) (*Scenario, diagnostic.List) {
	tree, diags := syntax.Parse(file, src)
	if tree == nil {
		return nil, diags
	}
	if tree.CodeFile != "" {
		code, err := load(tree.CodeFile)
		if err != nil {
			return nil, append(diags, diagnostic.Diagnostic{File: file, Pos: tree.CodePos, Width: len([]rune(tree.CodeFile)), Message: say.OfError(err)})
		}
		tree.Run(code)
	}
	return &Scenario{*tree}, diags
}
