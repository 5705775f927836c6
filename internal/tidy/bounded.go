package tidy

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// boundedRuns finds options of runs that can be ended, but do not ask for room or do
// not say under which context they are: such a run takes its memory at once, and in
// code nobody knows where it is. In the lab work is counted, and has no room to ask for.
func boundedRuns(t *Tree, f *File) []Finding {
	if f.Test() {
		return nil
	}
	wanted := []string{"Room", "Until"}
	if strings.HasPrefix(f.Path, "internal/lab/") {
		wanted = wanted[1:]
	}
	var found []Finding
	ast.Inspect(f.File, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok || !isRunOptions(f.types.TypeOf(lit)) || !names(lit, "Halt") {
			return true
		}
		for _, key := range wanted {
			if !names(lit, key) {
				found = append(found, t.find(lit.Pos(), "options of a run have Halt and no %s", key))
			}
		}
		return true
	})
	return found
}

// names reports whether a literal gives a field a value.
func names(lit *ast.CompositeLit, field string) bool {
	return slices.ContainsFunc(lit.Elts, func(e ast.Expr) bool {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return false
		}
		id, ok := kv.Key.(*ast.Ident)
		return ok && id.Name == field
	})
}

// isRunOptions reports whether a type is program.Options.
func isRunOptions(of types.Type) bool {
	named, ok := types.Unalias(of).(*types.Named)
	return ok && named.Obj().Name() == "Options" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == Module+"/program"
}
