package js

import (
	"path"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"

	"evsim/internal/say"
)

// How a call of require stands in the program, besides the name.
const (
	importCall int64 = 1 << iota // as import()
	nameGiven                    // the name is written out, so the bundler has looked for it in vain
)

// imported has a require that stands for an import() say so: __toESM(require(x)).
func (r *rewriter) imported(n *ast.CallExpression) {
	if !isCalled(n.Callee, "__toESM") || len(n.ArgumentList) == 0 {
		return
	}
	if required, ok := n.ArgumentList[0].(*ast.CallExpression); ok && (isCalled(required.Callee, "require") || isCalled(required.Callee, commonPrefix+"require")) {
		r.requires(required, importCall)
	}
}

// required takes in a require that the bundler left, if it is none of imported.
func (r *rewriter) required(n *ast.CallExpression) {
	if isCalled(n.Callee, "require") && len(n.ArgumentList) == 1 {
		r.requires(n, 0)
	}
}

func (r *rewriter) requires(n *ast.CallExpression, how int64) {
	if _, given := n.ArgumentList[0].(*ast.StringLiteral); given {
		how |= nameGiven
	}
	n.ArgumentList = append(n.ArgumentList, number(how, n.Idx0()))
}

// require is a call of require, or an import(), that the bundler could not follow.
// It may be one that was handed on, which the file itself can follow: see handed.go.
// Where the name is written out, there is no such module: only a program that
// catches the error comes that far. Of a name that is computed nobody knows whether
// Node would find it, so the run ends.
func (m *machine) require(call goja.FunctionCall) goja.Value {
	if v := m.found(call.Argument(0)); v != nil {
		return v
	}
	name, how := call.Argument(0).String(), call.Argument(1).ToInteger()
	if how&nameGiven == 0 {
		m.lacks(say.Of("the module `%s` has a computed name, and evsim bundles the files of a program before it runs: write the name out", name))
		return goja.Undefined()
	}
	from := m.at(m.from()).File
	if from == "" {
		from = m.program.title
	}
	from = path.Join("/", from)
	if how&importCall != 0 {
		m.throwCoded("Error", "ERR_MODULE_NOT_FOUND", "Cannot find "+notImported(name, from)+" imported from "+from)
		return nil
	}
	panic(m.notRequired(name, from))
}

// notRequired is the error of a require that finds no module (Node
// lib/internal/modules/cjs/loader.js).
func (m *machine) notRequired(name, from string) *goja.Object {
	text := "Cannot find module '" + name + "'"
	if since(m.policy, 12) {
		text += "\nRequire stack:\n- " + from
	}
	e := m.newError("Error", text)
	_ = e.Set("code", "MODULE_NOT_FOUND")
	if since(m.policy, 12) {
		_ = e.Set("requireStack", m.vm.NewArray(from))
	}
	return e
}

// notImported is what an import() did not find: a file, or a package with its name
// alone (Node lib/internal/modules/esm/resolve.js).
func notImported(name, from string) string {
	if strings.HasPrefix(name, ".") {
		return "module '" + path.Join(path.Dir(from), name) + "'"
	}
	parts := strings.SplitN(name, "/", 3)
	n := 1
	if strings.HasPrefix(name, "@") {
		n = 2
	}
	return "package '" + strings.Join(parts[:min(n, len(parts))], "/") + "'"
}
