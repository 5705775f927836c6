package tidy

import (
	"go/ast"
	"go/token"
	"slices"
)

// public are the packages that Go programs import.
var public = []string{"clock", "sim", "ecma", "model", "program", "scenario", "explore", "why"}

// maxPublic bounds what all of them export together, as `go doc -short` lists
// it: a type, a function, or a group of constants or variables is one entry. There
// is little room left: what is new takes the place of something, or shows that it
// is needed.
const maxPublic = 240

// smallSurface counts what the public packages export.
func smallSurface(t *Tree) []Finding {
	count := 0
	var last *File
	for _, f := range t.Files {
		if !f.Test() && slices.Contains(public, f.Dir()) {
			count += exportedEntries(f)
			last = f
		}
	}
	if count > maxPublic {
		return []Finding{t.find(last.Package, "the public packages export %d names together, and may export %d: what only some room of the module needs belongs there", count, maxPublic)}
	}
	return nil
}

func exportedEntries(f *File) (n int) {
	for _, decl := range f.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Recv == nil && decl.Name.IsExported() {
				n++
			}
		case *ast.GenDecl:
			n += exportedSpecs(decl)
		}
	}
	return n
}

// exportedSpecs counts the types of a declaration, or takes all its constants
// or variables for one.
func exportedSpecs(decl *ast.GenDecl) (n int) {
	for _, spec := range decl.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			if spec.Name.IsExported() {
				n++
			}
		case *ast.ValueSpec:
			if slices.ContainsFunc(spec.Names, (*ast.Ident).IsExported) {
				n++
			}
		}
	}
	if decl.Tok != token.TYPE {
		n = min(n, 1)
	}
	return n
}
