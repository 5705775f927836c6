package tidy

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

const (
	maxFile     = 400
	maxFunction = 60
)

// longFunctions are the functions that may be longer, one a package: the one
// that is the idea, or a table of dispatch, in which there is no seam to cut at.
var longFunctions = map[string]string{"scenario/syntax": "argument"}

func shortFile(t *Tree, f *File) []Finding {
	if lines := t.Fset.File(f.Pos()).LineCount(); lines > maxFile {
		return []Finding{t.find(f.Package, "%d lines: a file has at most %d", lines, maxFile)}
	}
	return nil
}

func shortFunctions(t *Tree, f *File) []Finding {
	if f.Test() {
		return nil // a table of cases is long, not deep
	}
	var found []Finding
	for _, decl := range f.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || longFunctions[f.Dir()] == fn.Name.Name {
			continue
		}
		if lines := t.Fset.Position(fn.End()).Line - t.Fset.Position(fn.Pos()).Line + 1; lines > maxFunction {
			found = append(found, t.find(fn.Pos(), "%s has %d lines: a function has at most %d", fn.Name.Name, lines, maxFunction))
		}
	}
	return found
}

func noInit(t *Tree, f *File) []Finding {
	var found []Finding
	for _, decl := range f.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
			found = append(found, t.find(fn.Pos(), "an init function: a package is ready as it is declared"))
		}
	}
	return found
}

// fixedVariables finds package-level variables that change, or that something
// else could change through a pointer.
func fixedVariables(t *Tree, f *File) []Finding {
	if f.Test() {
		return nil
	}
	var found []Finding
	check := func(e ast.Expr, how string) {
		if v := f.packageVar(e); v != nil {
			found = append(found, t.find(e.Pos(), "package variable %s %s: only constants, tables and error values live there", v.Name(), how))
		}
	}
	ast.Inspect(f.File, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				check(left, "is assigned to")
			}
		case *ast.IncDecStmt:
			check(n.X, "is assigned to")
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				check(n.Key, "is assigned to")
				check(n.Value, "is assigned to")
			}
		case *ast.UnaryExpr:
			if _, row := ast.Unparen(n.X).(*ast.IndexExpr); n.Op == token.AND && !row { // a table's row may be read in place
				check(n.X, "has its address taken")
			}
		case *ast.CallExpr:
			if method, ok := n.Fun.(*ast.SelectorExpr); ok && f.changes(method) {
				check(method.X, "is changed by "+method.Sel.Name)
			}
			if f.builtin(n.Fun, "clear", "delete", "copy") {
				check(n.Args[0], "is changed")
			}
		}
		return true
	})
	return found
}

// latePatterns finds patterns that a package compiles as the program starts,
// which every command would pay for.
func latePatterns(t *Tree, f *File) []Finding {
	if f.Test() {
		return nil
	}
	var found []Finding
	for _, decl := range f.Decls {
		ast.Inspect(decl, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl, *ast.FuncLit:
				return false
			case *ast.SelectorExpr:
				if f.names(n.X, "regexp") && n.Sel.Name == "MustCompile" {
					found = append(found, t.find(n.Pos(), "a pattern that is compiled as the program starts: put it into a sync.OnceValue"))
				}
			}
			return true
		})
	}
	return found
}

// changes reports whether a method has a pointer to what it is called on.
func (f *File) changes(method *ast.SelectorExpr) bool {
	fn, ok := f.types.Uses[method.Sel].(*types.Func)
	if !ok || fn.Signature().Recv() == nil {
		return false
	}
	_, pointer := fn.Signature().Recv().Type().(*types.Pointer)
	value := f.types.TypeOf(method.X)
	if value == nil {
		return false
	}
	_, already := value.Underlying().(*types.Pointer)
	return pointer && !already
}

func (f *File) builtin(e ast.Expr, names ...string) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok || !slices.Contains(names, id.Name) {
		return false
	}
	_, ok = f.types.Uses[id].(*types.Builtin)
	return ok
}

// noPrinting finds what a package writes to the terminal by itself.
func noPrinting(t *Tree, f *File) []Finding {
	if f.Test() || f.Name.Name == "main" {
		return nil
	}
	var found []Finding
	ast.Inspect(f.File, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			prints := f.names(n.X, "fmt") && slices.Contains([]string{"Print", "Printf", "Println"}, n.Sel.Name)
			stream := f.names(n.X, "os") && slices.Contains([]string{"Stdout", "Stderr", "Exit"}, n.Sel.Name)
			if prints || stream || f.names(n.X, "log") {
				found = append(found, t.find(n.Pos(), "%s: output is a value; only commands print", n.Sel.Name))
			}
		case *ast.CallExpr:
			if f.builtin(n.Fun, "print", "println") {
				found = append(found, t.find(n.Pos(), "println: output is a value; only commands print"))
			}
		}
		return true
	})
	return found
}
