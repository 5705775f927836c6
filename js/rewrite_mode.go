package js

import (
	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// mode has process.env.NODE_ENV be there without a process, too: what bundles programs for
// a page puts a text in its place, so that packages ask for it in pages (esbuild's
// documentation, "Platform": with the platform browser it is "development" where nothing is
// minified). A process of the program's own, or of Node, goes before. done: n is that.
func (r *rewriter) mode(n *ast.DotExpression) (done bool) {
	env, ok := n.Left.(*ast.DotExpression)
	if !ok || n.Identifier.Name != "NODE_ENV" || env.Identifier.Name != "env" {
		return false
	}
	id, ok := env.Left.(*ast.Identifier)
	if !ok || id.Name != "process" {
		return false
	}
	for _, name := range [...]string{"process", "env", "NODE_ENV", nameProcess} {
		r.mention(name)
	}
	absent := &ast.BinaryExpression{
		Operator:   token.STRICT_EQUAL,
		Left:       &ast.UnaryExpression{Operator: token.TYPEOF, Idx: id.Idx, Operand: id},
		Right:      &ast.StringLiteral{Idx: id.Idx, Literal: "'undefined'", Value: "undefined"},
		Comparison: true,
	}
	env.Left = &ast.ConditionalExpression{Test: absent, Consequent: name(nameProcess, id.Idx), Alternate: name("process", id.Idx)}
	return true
}

// pageProcess is what stands for process where a page is asked for process.env.NODE_ENV.
func (m *machine) pageProcess() goja.Value {
	env, process := m.vm.NewObject(), m.vm.NewObject()
	_ = env.Set("NODE_ENV", "development")
	_ = process.Set("env", env)
	return process
}
