package tidy

import (
	"go/ast"
	"go/types"
)

// namedPlaces finds places of a loop that are written out as texts where they
// have a constant of package model.
func namedPlaces(t *Tree, f *File) []Finding {
	if f.Test() {
		return nil
	}
	var found []Finding
	ast.Inspect(f.File, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			return n.Type == nil || !isPlace(f.types.TypeOf(n.Type)) // a constant is declared
		case *ast.BasicLit:
			if n.Value != `""` && isPlace(f.types.TypeOf(n)) {
				found = append(found, t.find(n.Pos(), "the place %s is written out: use its constant of package model", n.Value))
			}
		}
		return true
	})
	return found
}

// isPlace reports whether a type is sim.Place.
func isPlace(of types.Type) bool {
	named, ok := types.Unalias(of).(*types.Named)
	return ok && named.Obj().Name() == "Place" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == Module+"/sim"
}
