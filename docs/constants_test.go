package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"evsim/docs"
)

// TestRulesAreConstants: every rule of rules.md has one constant of the type
// sim.Rule, every such constant has its rule, something uses it, and nothing
// else in the module spells a rule's id.
func TestRulesAreConstants(t *testing.T) {
	constants, used := map[string]string{}, map[string]bool{} // by id, and by name
	set := token.NewFileSet()
	var files []*ast.File
	err := filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "mutate" || strings.HasPrefix(d.Name(), ".") && name != ".."):
			return fs.SkipDir
		case filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		files = append(files, file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || !isRule(spec.Type) || len(spec.Values) != 1 {
				return true
			}
			id, name := text(spec.Values[0]), spec.Names[0].Name
			if _, known := docs.Lookup(id); !known {
				t.Errorf("%s: there is no rule %q", set.Position(spec.Pos()), id)
			}
			if constants[id] != "" {
				t.Errorf("%s: %q has the constant %s too", set.Position(spec.Pos()), id, constants[id])
			}
			constants[id] = name
			return false
		})
	}
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				return !isRule(n.Type)
			case *ast.Ident:
				used[n.Name] = true
			case *ast.BasicLit:
				if name := constants[text(n)]; name != "" && text(n) != "generator.return" { // which is a verb of scenarios too
					t.Errorf("%s: %s is written out: use %s", set.Position(n.Pos()), n.Value, name)
				}
			}
			return true
		})
	}
	for _, r := range docs.Rules() {
		switch name := constants[r.ID]; {
		case r.Question():
		case name == "":
			t.Errorf("%s has no constant", r.ID)
		case !used[name]:
			t.Errorf("%s: nothing uses %s", r.ID, name)
		}
	}
	if len(constants) < 100 {
		t.Errorf("only %d rules have constants", len(constants))
	}
}

// isRule reports whether a type is sim.Rule.
func isRule(t ast.Expr) bool {
	s, ok := t.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	of, ok := s.X.(*ast.Ident)
	return ok && of.Name == "sim" && s.Sel.Name == "Rule"
}

// text is what a literal of a string says; "" if it is none.
func text(e ast.Expr) string {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return ""
	}
	out, err := strconv.Unquote(lit.Value)
	if err != nil {
		return ""
	}
	return out
}
