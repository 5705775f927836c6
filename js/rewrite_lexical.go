package js

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"
)

// lexical gives the declarations at the top of a file, which is a function of the bundle, back
// what the bundler took from them: it makes var of let, const and class there. What they
// declare cannot be read before they are reached (ECMA-262 §9.1.1.1.6,
// GetBindingValue).
func (r *rewriter) lexical(n *ast.FunctionLiteral) {
	if r.evaluated {
		return
	}
	for i, s := range n.Body.List {
		v, ok := s.(*ast.VariableStatement)
		if !ok || !r.wasLexical(v) {
			continue
		}
		n.Body.List[i] = &ast.LexicalDeclaration{Idx: v.Var, Token: token.LET, List: v.List}
		n.DeclarationList = slices.DeleteFunc(n.DeclarationList, func(d *ast.VariableDeclaration) bool { return d.Var == v.Var })
	}
}

// wasLexical reports whether a declaration that stands in the bundle as a var is a
// let, a const or a class in its file. One that the bundler took apart, in a module that
// is evaluated when another asks for it, has no initializer; and the names of the
// function that the bundle is the body of cannot be declared again.
func (r *rewriter) wasLexical(v *ast.VariableStatement) bool {
	written := r.source(r.file.Position(int(v.Var) - r.file.Base()))
	if found := lexicalStart().FindStringSubmatch(written); found == nil || found[1] != "" {
		return false
	}
	names := &rewriter{declared: make(map[string]bool)}
	for _, b := range v.List {
		if b.Initializer == nil && strings.Contains(r.program.bundle, "__esm(") {
			return false
		}
		names.declare(b.Target)
	}
	return !slices.ContainsFunc(parameters[:], func(name string) bool { return names.declared[name] })
}

// lexicalStart finds how such a declaration begins; an enum of TypeScript, which is a
// var, can begin so too.
var lexicalStart = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:export\s+(?:default\s+)?)?(?:abstract\s+)?(?:@|(?:let|const|class)\b(\s+enum\b)?)`)
})

// source is what stands at a place of a file, to the end of the line; "" if it is
// not in one of the program's.
func (r *rewriter) source(at file.Position) string {
	name := path.Clean(r.program.nameOf(at.Filename))
	if at.Filename == bundleName || r.program.sources[name] == nil {
		return ""
	}
	if r.lines == nil {
		r.lines = make(map[string][]string)
	}
	lines, ok := r.lines[name]
	if !ok {
		lines = strings.Split(string(r.program.sources[name]), "\n")
		r.lines[name] = lines
	}
	if at.Line < 1 || at.Line > len(lines) {
		return ""
	}
	column := 1
	for i, c := range lines[at.Line-1] {
		if column >= at.Column {
			return lines[at.Line-1][i:]
		}
		column += units(string(c))
	}
	return ""
}
