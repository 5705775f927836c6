package js

import (
	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
)

// A tagged template gives its tag one and the same object each time (ECMA-262 §13.2.8.4,
// GetTemplateObject). The engine makes one each time, which it calls equal to
// the others, but which maps and sets tell from them.

// site is tag(evsim$site`a${number}b`, x) for tag`a${x}b`.
func (r *rewriter) site(n *ast.TemplateLiteral) *ast.CallExpression {
	r.program.mentions[nameSite] = true
	r.program.templates++
	object := &ast.TemplateLiteral{
		OpenQuote: n.OpenQuote, CloseQuote: n.CloseQuote, Tag: name(nameSite, n.OpenQuote),
		Elements: n.Elements, Expressions: []ast.Expression{number(int64(r.program.templates-1), n.OpenQuote)},
	}
	return &ast.CallExpression{
		Callee: n.Tag, LeftParenthesis: n.OpenQuote, RightParenthesis: n.CloseQuote,
		ArgumentList: append([]ast.Expression{object}, n.Expressions...),
	}
}

// site is the object of a template: the one that it had first in this run.
func (m *machine) site(call goja.FunctionCall) goja.Value {
	if m.templates == nil {
		m.templates = make([]goja.Value, m.program.templates)
	}
	at := &m.templates[call.Argument(1).ToInteger()]
	if *at == nil {
		*at = call.Argument(0)
	}
	return *at
}
