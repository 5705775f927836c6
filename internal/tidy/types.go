package tidy

import (
	"go/ast"
	"go/types"
	"path"
	"strings"
)

// resolver finds the types of the module's own packages. Every other package
// is an empty stand-in: what comes from one has no type and breaks no rule, and
// checking the whole tree takes milliseconds.
type resolver struct {
	tree *Tree
	done map[string]*types.Package
}

func (t *Tree) resolve() {
	r := resolver{t, map[string]*types.Package{"unsafe": types.Unsafe}}
	for _, f := range t.Files {
		if !f.Test() {
			r.check(f.Dir())
		}
	}
}

// Import is types.Importer.
func (r *resolver) Import(name string) (*types.Package, error) {
	if dir, ok := strings.CutPrefix(name, Module+"/"); ok {
		return r.check(dir), nil
	}
	if p := r.done[name]; p != nil {
		return p, nil
	}
	p := types.NewPackage(name, path.Base(name))
	p.MarkComplete()
	r.done[name] = p
	return p, nil
}

func (r *resolver) check(dir string) *types.Package {
	if p := r.done[dir]; p != nil {
		return p
	}
	r.done[dir] = types.NewPackage(Module+"/"+dir, path.Base(dir)) // ends a circle of imports
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{},
		Defs:  map[*ast.Ident]types.Object{},
		Uses:  map[*ast.Ident]types.Object{},
	}
	var files []*ast.File
	for _, f := range r.tree.Files {
		if f.Dir() == dir && !f.Test() {
			f.types = info
			files = append(files, f.File)
		}
	}
	// Names of stand-ins are errors that tell nothing.
	config := types.Config{Importer: r, Error: func(error) {}}
	p, _ := config.Check(Module+"/"+dir, r.tree.Fset, files, info)
	r.done[dir] = p
	return p
}

// isInstant reports whether an expression is a clock.Instant.
func (f *File) isInstant(e ast.Expr) bool {
	return f.types.TypeOf(e) != nil && isInstantType(f.types.TypeOf(e))
}

// isNever reports whether an expression is the constant clock.Never.
func (f *File) isNever(e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Never" && f.isInstant(e)
}

// packageVar is the package-level variable that an expression is, or is an
// element or a field of; nil when it is none.
func (f *File) packageVar(e ast.Expr) *types.Var {
	for {
		switch inner := ast.Unparen(e).(type) {
		case *ast.Ident:
			v, ok := f.types.Uses[inner].(*types.Var)
			if ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
				return v
			}
			return nil
		case *ast.IndexExpr:
			e = inner.X
		case *ast.SelectorExpr:
			if v, ok := f.types.Uses[inner.Sel].(*types.Var); ok && !v.IsField() {
				e = inner.Sel
				continue
			}
			e = inner.X
		case *ast.StarExpr:
			e = inner.X
		default:
			return nil
		}
	}
}

// isInstants reports whether an expression is a slice of clock.Instant.
func (f *File) isInstants(e ast.Expr) bool {
	t := f.types.TypeOf(e)
	if t == nil {
		return false
	}
	slice, ok := t.Underlying().(*types.Slice)
	return ok && isInstantType(slice.Elem())
}

func isInstantType(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "Instant" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == Module+"/clock"
}
