package tidy

import (
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strings"
)

// public are the packages that Go programs import.
var public = []string{"clock", "sim", "ecma", "model", "program", "scenario", "explore", "why"}

// maxPublic bounds what all of them export together, as `go doc -short` lists
// it: a type, a function, or a group of constants or variables is one entry. There
// is little room left: what is new takes the place of something, or shows that it
// is needed.
const maxPublic = 200

// smallSurface counts what the public packages export.
func smallSurface(t *Tree) []Finding {
	count := 0
	var last *File
	for _, f := range t.Files {
		if !f.Test() && slices.Contains(public, f.Dir()) {
			count += len(exportedEntries(f))
			last = f
		}
	}
	if count > maxPublic {
		return []Finding{t.find(last.Package, "the public packages export %d names together, and may export %d: what only some room of the module needs belongs there", count, maxPublic)}
	}
	return nil
}

// neededSurface finds what the public packages export and nobody needs: no other
// package of the module, and no Example.
func neededSurface(t *Tree) []Finding {
	used := make(map[string]bool) // by directory and name
	for _, f := range t.Files {
		if f.Test() {
			f.namesInTest(used)
		} else {
			f.namesAndTypes(used)
		}
	}
	var found []Finding
	for _, f := range t.Files {
		if f.Test() || !slices.Contains(public, f.Dir()) {
			continue
		}
		for _, names := range exportedEntries(f) {
			if !slices.ContainsFunc(names, func(n *ast.Ident) bool { return used[f.Dir()+"."+n.Name] }) {
				found = append(found, t.find(names[0].Pos(), "no other package and no example uses %s", names[0].Name))
			}
		}
	}
	return found
}

// namesAndTypes takes note of what of other packages a file names, and of the
// types that its expressions have.
func (f *File) namesAndTypes(used map[string]bool) {
	ast.Inspect(f.File, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		if id, ok := e.(*ast.Ident); ok {
			f.note(f.types.Uses[id], used)
		}
		if of := f.types.TypeOf(e); of != nil {
			f.note(namedIn(of), used)
		}
		return true
	})
}

// note takes note of an object of another package of the module.
func (f *File) note(o types.Object, used map[string]bool) {
	if o == nil || o.Pkg() == nil {
		return
	}
	if dir, own := strings.CutPrefix(o.Pkg().Path(), Module+"/"); own && dir != f.Dir() {
		used[dir+"."+o.Name()] = true
	}
}

// namedIn is the name of a type, or of what it has in it; nil: it has none.
func namedIn(of types.Type) types.Object {
	for {
		switch inner := types.Unalias(of).(type) {
		case *types.Named:
			return inner.Obj()
		case interface{ Elem() types.Type }: // a pointer, a list, a map
			of = inner.Elem()
		default:
			return nil
		}
	}
}

// namesInTest takes note of what a test of another package names, and an Example
// of the same.
func (f *File) namesInTest(used map[string]bool) {
	dirs := make(map[string]string) // by the name that a package is imported by
	for _, spec := range f.Imports {
		if dir, own := strings.CutPrefix(imported(spec), Module+"/"); own {
			dirs[path.Base(dir)] = dir
		}
	}
	for _, decl := range f.Decls {
		fn, isFunc := decl.(*ast.FuncDecl)
		example := isFunc && strings.HasPrefix(fn.Name.Name, "Example")
		ast.Inspect(decl, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if id, ok := s.X.(*ast.Ident); ok && (example || dirs[id.Name] != f.Dir()) {
					used[dirs[id.Name]+"."+s.Sel.Name] = true
				}
			}
			return true
		})
	}
}

// exportedEntries lists what a file exports at package level: a type, a function,
// or the names of a group of constants or variables.
func exportedEntries(f *File) (entries [][]*ast.Ident) {
	for _, decl := range f.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Recv == nil && decl.Name.IsExported() {
				entries = append(entries, []*ast.Ident{decl.Name})
			}
		case *ast.GenDecl:
			entries = append(entries, exportedSpecs(decl)...)
		}
	}
	return entries
}

// exportedSpecs lists the types of a declaration, or takes all its constants
// or variables for one.
func exportedSpecs(decl *ast.GenDecl) (entries [][]*ast.Ident) {
	var group []*ast.Ident
	for _, spec := range decl.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			if spec.Name.IsExported() {
				entries = append(entries, []*ast.Ident{spec.Name})
			}
		case *ast.ValueSpec:
			for _, name := range spec.Names {
				if name.IsExported() {
					group = append(group, name)
				}
			}
		}
	}
	if decl.Tok != token.TYPE && len(group) > 0 {
		entries = append(entries, group)
	}
	return entries
}
