package js

import (
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// text is the expression as V8 names it.
func (s spot) text(m *machine) string {
	e, ok := s.node.(ast.Expression)
	if !ok {
		return unnamedValue
	}
	return strings.TrimSuffix((&callPrinter{p: m.program}).some(e), "?")
}

// unnamedValue is what V8 calls an expression that it does not name.
const unnamedValue = "(intermediate value)"

// maxPrinted bounds the text of an expression, in bytes.
const maxPrinted = 1000

// callPrinter writes expressions as V8 does (CallPrinter in prettyprinter.cc): not as
// they stand in the file.
type callPrinter struct {
	p    *Program
	deep int
}

// some is an expression, or what V8 says where it prints nothing.
func (c *callPrinter) some(e ast.Expression) string {
	if c.deep++; c.deep > 50 {
		return unnamedValue
	}
	text := c.of(e)
	c.deep--
	if text == "" || len(text) > maxPrinted {
		return unnamedValue
	}
	return text
}

func (c *callPrinter) of(e ast.Expression) string {
	if of, _, ok := keptName(e); ok { // the bundler's own call
		e = of
	}
	switch n := e.(type) {
	case *ast.Identifier:
		return c.p.sourceName(n)
	case *ast.ThisExpression:
		return "this"
	case *ast.NullLiteral, *ast.BooleanLiteral, *ast.NumberLiteral, *ast.StringLiteral, *ast.RegExpLiteral:
		return literal(n)
	case *ast.DotExpression:
		return c.dot(n)
	case *ast.PrivateDotExpression:
		return c.some(n.Left) + ".#" + n.Identifier.Name.String()
	case *ast.BracketExpression:
		if key, ok := n.Member.(*ast.StringLiteral); ok {
			return c.some(n.Left) + "." + key.Value.String()
		}
		return c.some(n.Left) + "[" + c.some(n.Member) + "]"
	case *ast.OptionalChain:
		return c.of(n.Expression)
	case *ast.Optional:
		return c.some(n.Expression) + "?"
	case *ast.CallExpression:
		return strings.TrimSuffix(c.some(n.Callee), "?") + "(...)"
	case *ast.TemplateLiteral:
		return c.template(n)
	case *ast.ArrayLiteral:
		return "[" + strings.Join(c.all(n.Value), ",") + "]"
	case *ast.ObjectLiteral:
		return "{" + strings.Repeat(unnamedValue, len(n.Value)) + "}"
	}
	return c.operation(e)
}

func (c *callPrinter) all(list []ast.Expression) []string {
	texts := make([]string, len(list))
	for i, e := range list {
		if e != nil {
			texts[i] = c.some(e)
		}
	}
	return texts
}

// operation is an expression with an operator.
func (c *callPrinter) operation(e ast.Expression) string {
	switch n := e.(type) {
	case *ast.UnaryExpression:
		operator := n.Operator.String()
		if n.Operator == token.VOID && c.p.sourceText(n.Idx) == "undefined" { // as the bundler writes it
			return "undefined"
		}
		if n.Operator == token.TYPEOF || n.Operator == token.VOID || n.Operator == token.DELETE {
			operator += " "
		}
		return "(" + operator + c.some(n.Operand) + ")"
	case *ast.BinaryExpression:
		return "(" + c.some(n.Left) + " " + n.Operator.String() + " " + c.some(n.Right) + ")"
	case *ast.SequenceExpression:
		if name, ok := c.imported(n); ok {
			return name
		}
		return "(" + strings.Join(c.all(n.Sequence), " , ") + ")"
	case *ast.SpreadElement:
		return "(..." + c.some(n.Expression) + ")"
	case *ast.ConditionalExpression:
		return strings.Repeat(unnamedValue, 3)
	case *ast.AssignExpression:
		return c.some(n.Left)
	}
	return ""
}

// dot is a property by its name. What a file imports is a property of its module
// in the bundle, and a variable in the file.
func (c *callPrinter) dot(n *ast.DotExpression) string {
	if id, ok := n.Left.(*ast.Identifier); ok && strings.HasPrefix(id.Name.String(), "import_") {
		return c.p.sourceName(id)
	}
	left := c.some(n.Left)
	if _, ok := n.Left.(*ast.SuperExpression); ok {
		left = unnamedValue
	}
	return left + "." + n.Identifier.Name.String()
}

// imported is (0, import_x.name), which is how the bundle calls what a file
// imports.
func (c *callPrinter) imported(n *ast.SequenceExpression) (string, bool) {
	if len(n.Sequence) != 2 {
		return "", false
	}
	dot, ok := n.Sequence[1].(*ast.DotExpression)
	if !ok {
		return "", false
	}
	id, ok := dot.Left.(*ast.Identifier)
	if !ok || !strings.HasPrefix(id.Name.String(), "import_") {
		return "", false
	}
	return dot.Identifier.Name.String(), true
}

// template is what V8 prints of one: the text, or what is put into it.
func (c *callPrinter) template(n *ast.TemplateLiteral) string {
	if n.Tag != nil {
		return c.some(n.Tag) + "(...)"
	}
	if len(n.Expressions) == 0 {
		return `"` + n.Elements[0].Parsed.String() + `"`
	}
	return strings.Join(c.all(n.Expressions), "")
}

func literal(e ast.Expression) string {
	switch n := e.(type) {
	case *ast.NullLiteral:
		return "null"
	case *ast.BooleanLiteral:
		return n.Literal
	case *ast.NumberLiteral:
		return n.Literal
	case *ast.StringLiteral:
		return `"` + n.Value.String() + `"`
	case *ast.RegExpLiteral:
		return n.Literal
	}
	return ""
}

// literalBase is what a property is read of, if it stands there.
func (s spot) literalBase() string {
	left := leftOf(s.node)
	switch n := left.(type) {
	case *ast.NullLiteral:
		return "null"
	case *ast.UnaryExpression:
		if n.Operator == token.VOID {
			return "undefined"
		}
	}
	return ""
}

func leftOf(n ast.Node) ast.Expression {
	switch n := n.(type) {
	case *ast.DotExpression:
		return n.Left
	case *ast.BracketExpression:
		return n.Left
	}
	return nil
}

// property is the name of a property, where it stands there.
func (s spot) property() string {
	switch n := s.node.(type) {
	case *ast.DotExpression:
		return n.Identifier.Name.String()
	case *ast.BracketExpression:
		switch key := n.Member.(type) {
		case *ast.StringLiteral:
			return key.Value.String()
		case *ast.NumberLiteral:
			return key.Literal
		}
	}
	return ""
}

// symbolKey is one of the language's own symbols, if the property is read by it.
func (s spot) symbolKey() string {
	n, ok := s.node.(*ast.BracketExpression)
	if !ok {
		return ""
	}
	key, ok := n.Member.(*ast.DotExpression)
	if !ok {
		return ""
	}
	if id, ok := key.Left.(*ast.Identifier); !ok || id.Name != "Symbol" {
		return ""
	}
	return "Symbol." + key.Identifier.Name.String()
}

// relation is in or instanceof with something on its right that does not go.
func (s spot) relation(m *machine, value string) string {
	n := s.node.(*ast.BinaryExpression)
	if n.Operator == token.INSTANCEOF {
		return "Right-hand side of 'instanceof' is not an object"
	}
	if key := m.lastBase(); isQuiet(n.Right) && keeps(n.Left) && key != nil {
		if _, object := key.(*goja.Object); !object { // its text may be code of the program's
			return "Cannot use 'in' operator to search for '" + key.String() + "' in " + value
		}
	}
	return ""
}

// calleeName is the name of a class that is called.
func (s spot) calleeName(m *machine) string {
	switch n := s.node.(type) {
	case *ast.Identifier:
		return m.program.sourceName(n)
	case *ast.DotExpression:
		return n.Identifier.Name.String()
	case *ast.ClassLiteral:
		if n.Name != nil {
			return n.Name.Name.String()
		}
	}
	return ""
}

// firstProperty is the first that a pattern takes, if its name stands there.
func firstProperty(p *ast.ObjectPattern) string {
	if len(p.Properties) == 0 {
		return ""
	}
	switch first := p.Properties[0].(type) {
	case *ast.PropertyShort:
		return first.Name.Name.String()
	case *ast.PropertyKeyed:
		if first.Computed {
			return ""
		}
		switch key := first.Key.(type) {
		case *ast.StringLiteral:
			return key.Value.String()
		case *ast.Identifier:
			return key.Name.String()
		}
	}
	return ""
}

// notIterable is an expression that is iterated, and cannot be.
func (s spot) notIterable(w *wording) string {
	policy := w.m.policy
	base := w.nullish(s.node)
	null := keeps(s.node.(ast.Expression)) && isNothing(w.m.lastBase())
	switch {
	case s.how == spreadCalls && !null:
		if since(policy, 20) {
			return "Spread syntax requires ...iterable[Symbol.iterator] to be a function"
		}
		return "Found non-callable @@iterator"
	case s.how == spreadCalls && since(policy, 14):
		return s.text(w.m) + " is not iterable (cannot read property undefined)"
	case s.how == assigned && since(policy, 12) && !since(policy, 16):
		return "undefined is not a function"
	case s.how == spread && since(policy, 12) && !since(policy, 16) && isPlain(s.node), s.how == assigned && since(policy, 12), s.how == delegated, s.how == declared && leftOf(s.node) != nil && since(policy, 12):
		if number, ok := s.node.(*ast.NumberLiteral); ok {
			base = "number " + number.Literal
		} else if !null {
			base = "object"
		}
		return w.iterable(base)
	}
	if call, ok := s.node.(*ast.CallExpression); ok {
		c := &callPrinter{p: w.m.program}
		callee := c.some(call.Callee)
		if !since(policy, 12) {
			callee += "(...)"
		}
		return callee + " is not a function or its return value is not iterable"
	}
	return s.text(w.m) + " is not iterable"
}

// argument is what a constructor was given first, as V8 names a value.
func (s spot) argument() string {
	if len(s.arguments) > 0 {
		switch n := s.arguments[0].(type) {
		case *ast.NumberLiteral:
			return "number " + n.Literal
		case *ast.BooleanLiteral:
			return "boolean " + n.Literal
		}
	}
	return "object"
}

// isPlain reports whether V8 names the value of an expression, not the expression
// itself, where its parts are put into an array.
func isPlain(n ast.Node) bool {
	switch n.(type) {
	case *ast.Identifier, *ast.NumberLiteral, *ast.StringLiteral, *ast.ObjectLiteral, *ast.NullLiteral, *ast.BooleanLiteral:
		return true
	}
	return false
}
