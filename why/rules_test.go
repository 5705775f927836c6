package why_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"evsim/docs"
)

// ruleID is what the id of a rule looks like.
var ruleID = regexp.MustCompile(`^(run|job|await|node|web)\.[a-z0-9-]+$`)

// TestRulesAreDocumented finds every id of a rule in the program, and its row
// in docs/rules.md.
func TestRulesAreDocumented(t *testing.T) {
	found := 0
	for _, room := range []string{"../model", "../why", "../cmd/evsim"} {
		files, err := filepath.Glob(room + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatal("no files", err)
		}
		for _, file := range files {
			for _, id := range idsIn(t, file) {
				found++
				if _, ok := docs.Lookup(id); !ok {
					t.Errorf("%s speaks of %q, and docs/rules.md does not", file, id)
				}
			}
		}
	}
	if found < 50 {
		t.Errorf("only %d ids were found", found)
	}
}

// idsIn is every text in a file that looks like the id of a rule.
func idsIn(t *testing.T, file string) (ids []string) {
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := parser.ParseFile(token.NewFileSet(), file, src, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil && ruleID.MatchString(text) {
				ids = append(ids, text)
			}
		}
		return true
	})
	return ids
}
