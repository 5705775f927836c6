package js

import (
	"reflect"
	"slices"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
)

// countedText is a text with what counts its loops and functions put into it.
func countedText(text string) made {
	if len(text) > maxBundle {
		return made{problem: "the text is too long"}
	}
	parsed, err := goja.Parse("evaluated.js", text)
	if err != nil {
		return made{problem: err.Error()}
	}
	c := counter{base: parsed.File.Base(), mentions: make(map[string]bool)}
	all := walker{enter: func(n any) bool { c.count(n); return true }}
	all.node(reflect.ValueOf(parsed.Body))
	switch {
	case c.evals != 0:
		return made{problem: "evsim takes eval in the text of a direct eval for nothing but to be called"}
	case c.lost:
		return made{problem: "evsim cannot count the loops in the text of a direct eval where their bodies have no braces: it can be evaluated by (0, eval)(text)"}
	case c.awaits:
		return made{problem: "evsim runs no async function in the text of a direct eval: it can be evaluated by (0, eval)(text)"}
	}
	out := c.apply(text)
	if _, err := goja.Parse("evaluated.js", out); err != nil {
		return made{problem: "evsim cannot count the loops in the text of a direct eval: it can be evaluated by (0, eval)(text)"}
	}
	return made{text: out, mentions: c.mentions}
}

// counter finds out what is to be put where into a text.
type counter struct {
	base     int
	inserts  []insert
	mentions map[string]bool
	awaits   bool
	lost     bool // there is a loop of which it is not known where its body is
	evals    int  // how often eval stands in it but to be called
}

type insert struct {
	at   int // in bytes
	text string
}

const (
	countIn     = "--" + nameLeft + "<0&&(" + nameLeft + "=" + nameMore + "(1))"
	countBefore = countIn + ";"
)

func (c *counter) put(at file.Idx, text string) {
	c.inserts = append(c.inserts, insert{int(at) - c.base, text})
}

// apply puts it all in.
func (c *counter) apply(text string) string {
	slices.SortStableFunc(c.inserts, func(a, b insert) int { return a.at - b.at })
	var b strings.Builder
	last := 0
	for _, i := range c.inserts {
		at := min(max(i.at, last), len(text))
		b.WriteString(text[last:at] + i.text)
		last = at
	}
	return b.String() + text[last:]
}

func (c *counter) count(n any) {
	switch n := n.(type) {
	case *ast.Identifier:
		c.mentions[n.Name.String()] = true
		if n.Name == "eval" {
			c.evals++
		}
	case *ast.CallExpression:
		if id, ok := n.Callee.(*ast.Identifier); ok && id.Name == "eval" {
			c.evals--
			c.put(n.LeftParenthesis+1, nameText+"(")
			c.put(n.RightParenthesis, ")")
		}
	case *ast.StringLiteral:
		if len(n.Value) < 64 {
			c.mentions[n.Value.String()] = true
		}
	case *ast.FunctionLiteral:
		c.awaits = c.awaits || n.Async
		if at := directives(n.Body); at > 0 {
			c.put(n.Body.List[at-1].Idx1(), ";"+countBefore)
		} else {
			c.put(n.Body.LeftBrace+1, countBefore)
		}
	case *ast.ArrowFunctionLiteral:
		c.awaits = c.awaits || n.Async
		switch body := n.Body.(type) {
		case *ast.BlockStatement:
			c.put(body.LeftBrace+1, countBefore)
		case *ast.ExpressionBody:
			c.put(body.Expression.Idx0(), "void("+countIn+")?0:")
		}
	case *ast.WhileStatement:
		c.test(n.Test)
	case *ast.DoWhileStatement:
		c.test(n.Test)
	case *ast.ForStatement:
		c.round(n.Idx0(), n.Body)
	case *ast.ForInStatement:
		c.round(n.Idx0(), n.Body)
	case *ast.ForOfStatement:
		c.round(n.Idx0(), n.Body)
	}
}

// test counts the rounds of a loop in front of its test, which stands in
// parentheses.
func (c *counter) test(e ast.Expression) { c.put(e.Idx0(), countIn+",") }

// round counts the rounds of a loop in its body.
func (c *counter) round(loop file.Idx, body ast.Statement) {
	switch body := body.(type) {
	case *ast.BlockStatement:
		c.put(body.LeftBrace+1, countBefore)
	case *ast.EmptyStatement:
		c.put(body.Semicolon, countIn)
	case *ast.IfStatement: // the parser does not say where it is
		c.lost = true
	default:
		c.lost = c.lost || body.Idx0() <= loop
		c.put(body.Idx0(), "if(void("+countIn+"));else ")
	}
}
