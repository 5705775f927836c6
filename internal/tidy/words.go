package tidy

import (
	"go/ast"
	"go/token"
	"regexp"
	"strings"
	"sync"
)

// documented finds exported names without a comment. One comment may stand for
// a group of constants or variables.
func documented(t *Tree, f *File) []Finding {
	if f.Test() || f.Name.Name == "main" {
		return nil
	}
	var found []Finding
	check := func(name *ast.Ident, comments ...*ast.CommentGroup) {
		for _, c := range comments {
			if c.Text() != "" {
				return
			}
		}
		if name.IsExported() {
			found = append(found, t.find(name.Pos(), "%s has no comment", name.Name))
		}
	}
	for _, decl := range f.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Recv == nil || receiver(decl).IsExported() {
				check(decl.Name, decl.Doc)
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					check(spec.Name, spec.Doc, spec.Comment, decl.Doc)
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						check(name, spec.Doc, spec.Comment, decl.Doc)
					}
				}
			}
		}
	}
	return found
}

// receiver is the name of the type that a method belongs to.
func receiver(fn *ast.FuncDecl) *ast.Ident {
	e := fn.Recv.List[0].Type
	for {
		switch inner := e.(type) {
		case *ast.StarExpr:
			e = inner.X
		case *ast.IndexExpr:
			e = inner.X
		case *ast.IndexListExpr:
			e = inner.X
		case *ast.Ident:
			return inner
		default:
			return ast.NewIdent("_")
		}
	}
}

// packagesDocumented finds packages without a comment, and with two.
func packagesDocumented(t *Tree) []Finding {
	var found []Finding
	first, comments := map[string]*File{}, map[string]int{}
	for _, f := range t.Files {
		if f.Test() {
			continue
		}
		if first[f.Dir()] == nil {
			first[f.Dir()] = f
		}
		if f.Doc.Text() != "" {
			comments[f.Dir()]++
		}
	}
	for _, f := range t.Files {
		if n := comments[f.Dir()]; first[f.Dir()] == f && n != 1 {
			found = append(found, t.find(f.Package, "package %s has %d package comments", f.Dir(), n))
		}
	}
	return found
}

var note = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b(TODO|FIXME|XXX)\b`) })

func noNotes(t *Tree, f *File) []Finding {
	var found []Finding
	for _, group := range f.Comments {
		for _, c := range group.List {
			if word := note().FindString(c.Text); word != "" {
				found = append(found, t.find(c.Pos(), "%s: do it, or open an issue", word))
			}
		}
	}
	return found
}

// skips finds tests that skip themselves and do not say why.
func skips(t *Tree, f *File) []Finding {
	var found []Finding
	if !f.Test() {
		return nil
	}
	ast.Inspect(f.File, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		method, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		silent := method.Sel.Name == "SkipNow"
		if method.Sel.Name == "Skip" || method.Sel.Name == "Skipf" {
			silent = len(call.Args) == 0 || isEmptyText(call.Args[0])
		}
		if silent {
			found = append(found, t.find(call.Pos(), "a test that is skipped says why"))
		}
		return true
	})
	return found
}

func isEmptyText(e ast.Expr) bool {
	text, ok := e.(*ast.BasicLit)
	return ok && text.Kind == token.STRING && len(text.Value) == 2
}

// machinePath is a path below a directory that some machines have.
var machinePath = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(^|[^\w./$-])/(work|root|home|Users)(/|\b)`)
})

func noMachinePaths(t *Tree) []Finding {
	var found []Finding
	for _, text := range t.Texts {
		if !machinePath().MatchString(text.Body) {
			continue
		}
		line := 0
		for body := range strings.Lines(text.Body) {
			line++
			if at := machinePath().FindStringIndex(body); at != nil {
				found = append(found, Finding{token.Position{Filename: text.Path, Line: line, Column: at[0] + 1}, "the path of one machine"})
			}
		}
	}
	return found
}
