package js

import (
	"path/filepath"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/unistring"
	"github.com/evanw/esbuild/pkg/api"
)

// This file is about what is otherwise in ECMAScript modules: their code is strict, and
// where a name ends so that nobody can take the file for another one, the names that
// CommonJS gives its files are not there (Node's documentation, "Differences between ES
// modules and CommonJS").

// commonPrefix begins the names by which the bundler's own code has them then.
const commonPrefix = "evsim$common$"

// commonNames are those names.
var commonNames = [...]string{"require", "module", "exports", "__filename", "__dirname"}

// onlyModule reports whether a file is an ECMAScript module by its name.
func onlyModule(name string) bool { return strings.HasPrefix(filepath.Ext(name), ".m") }

// strict has the function that the bundle is the body of be strict, where all of it is
// code of modules (ECMA-262 §11.2.2), and call by other names what CommonJS has.
func (r *rewriter) strict(n *ast.FunctionLiteral) {
	if !r.program.strict {
		return
	}
	at := n.Body.LeftBrace
	use := &ast.ExpressionStatement{Expression: &ast.StringLiteral{Idx: at, Literal: "'use strict'", Value: "use strict"}}
	n.Body.List = append([]ast.Statement{use}, n.Body.List...)
	if !onlyModule(r.program.title) {
		return
	}
	for _, p := range n.ParameterList.List {
		if id, ok := p.Target.(*ast.Identifier); ok {
			hide(id)
		}
	}
}

// hide calls by another name what CommonJS has: that of a name which no program uses.
func hide(id *ast.Identifier) {
	for _, name := range commonNames {
		if id.Name.String() == name {
			id.Name = unistring.NewFromString(commonPrefix + name)
			return
		}
	}
}

// shimRequire is what the bundler calls require by in a module that awaits at its top.
const shimRequire = "__require"

// ofBundler has what the bundler itself wrote go on to use those names: the require
// that an import() became, and the module.exports to which it gives what the file exports.
func (r *rewriter) ofBundler(n any) {
	if !r.program.strict || !onlyModule(r.program.title) {
		return
	}
	switch n := n.(type) {
	case *ast.VariableStatement:
		for _, b := range n.List {
			if id, ok := b.Target.(*ast.Identifier); ok && id.Name == shimRequire {
				id.Name = commonPrefix + "shim"
			}
		}
	case *ast.UnaryExpression:
		r.ofBundler(n.Operand)
	case *ast.Identifier:
		if n.Name == shimRequire {
			n.Name = "require"
		}
	case *ast.AssignExpression:
		if made, ok := n.Right.(*ast.CallExpression); ok && isCalled(made.Callee, "__toCommonJS") {
			r.exported(n.Left)
		}
	case *ast.CallExpression:
		if isCalled(n.Callee, "__reExport") && len(n.ArgumentList) == 3 {
			r.exported(n.ArgumentList[2])
		}
		if isCalled(n.Callee, "__toESM") && len(n.ArgumentList) > 0 {
			if required, ok := n.ArgumentList[0].(*ast.CallExpression); ok && isCalled(required.Callee, "require") {
				r.mention("require") // so that it is there
				hide(required.Callee.(*ast.Identifier))
			}
		}
	}
}

// exported has the bundler's own module.exports be there, by another name.
func (r *rewriter) exported(n ast.Expression) {
	if of, ok := n.(*ast.DotExpression); ok {
		if id, ok := of.Left.(*ast.Identifier); ok {
			r.mention(id.Name.String())
			hide(id)
		}
	}
}

// noRequire is what a module that calls require comes to.
const noRequire = "no require"

// resolveNone has require not be defined in modules.
func resolveNone(args api.OnResolveArgs) (api.OnResolveResult, error) {
	if args.Kind == api.ResolveJSRequireCall && args.Namespace == "file" && onlyModule(args.Importer) {
		return api.OnResolveResult{Path: noRequire, Namespace: "evsim"}, nil
	}
	return api.OnResolveResult{}, nil
}
