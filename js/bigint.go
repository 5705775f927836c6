package js

import (
	"math/big"
	"regexp"
	"sync"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// Operations on BigInts may take any memory and any time, and the engine asks
// nobody. So where a program has BigInts, those that make large ones, or take
// long, are this file's: (place, operator, operands).

// operators are those operations, with what is left to the engine of each.
var operators = [...]struct {
	token token.Token
	text  string
}{{token.MULTIPLY, "*"}, {token.EXPONENT, "**"}, {token.SHIFT_LEFT, "<<"}, {token.SHIFT_RIGHT, ">>"}, {token.SLASH, "/"}, {token.REMAINDER, "%"}}

// mayBeBig finds what a text has that makes BigInts.
var mayBeBig = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b[0-9][0-9a-fA-F_xXoObB]*n\b|[bB]ig(?:[iI]nt|U)`)
})

// hasBig reports whether the files may have BigInts.
func (p *Program) hasBig() bool {
	for _, source := range p.sources {
		if mayBeBig().Match(source) {
			return true
		}
	}
	return false
}

// bigExpression is what stands for an operation that BigInts may have; nil: it
// stays.
func (r *rewriter) bigExpression(e ast.Expression) ast.Expression {
	switch e := e.(type) {
	case *ast.BinaryExpression:
		if value := r.operation(e.Operator, e.Left, e.Right); value != nil {
			return value
		}
	case *ast.AssignExpression:
		value := r.operation(e.Operator, e.Left, e.Right)
		if value == nil {
			return nil
		}
		return r.bigAssignment(e, value)
	}
	return nil
}

// bigAssignment is x op= e as x = op(x, e). What x is of, and its key, are kept
// for as long as x is read and the assignment has them, which is before e.
func (r *rewriter) bigAssignment(e *ast.AssignExpression, value *ast.CallExpression) ast.Expression {
	at := e.Idx0()
	keep := func(in string, value ast.Expression) ast.Expression {
		return &ast.AssignExpression{Operator: token.ASSIGN, Left: name(in, at), Right: value}
	}
	var kept []ast.Expression
	switch left := e.Left.(type) {
	case *ast.DotExpression:
		kept = append(kept, keep(nameObject, left.Left))
		e.Left = &ast.DotExpression{Left: name(nameObject, at), Identifier: left.Identifier}
	case *ast.PrivateDotExpression:
		kept = append(kept, keep(nameObject, left.Left))
		e.Left = &ast.PrivateDotExpression{Left: name(nameObject, at), Identifier: left.Identifier}
	case *ast.BracketExpression:
		kept = append(kept, keep(nameObject, left.Left), keep(nameKey, left.Member))
		e.Left = &ast.BracketExpression{Left: name(nameObject, at), Member: name(nameKey, at), LeftBracket: left.LeftBracket, RightBracket: left.RightBracket}
	case *ast.Identifier:
	default:
		return nil
	}
	value.ArgumentList[2] = e.Left
	whole := &ast.AssignExpression{Operator: token.ASSIGN, Left: e.Left, Right: value}
	if kept == nil {
		return whole
	}
	return &ast.SequenceExpression{Sequence: append(kept, whole)}
}

// operation is evsim$big(place, operator, left, right); nil where no operand can be
// a BigInt, or the operator makes none that is large.
func (r *rewriter) operation(operator token.Token, left, right ast.Expression) *ast.CallExpression {
	for i, known := range operators {
		if known.token != operator || isSmallNumber(left) || isSmallNumber(right) {
			continue
		}
		r.program.mentions[nameBig] = true
		at, place := left.Idx0(), int64(atRun)
		if !r.evaluated {
			r.program.lengthy = append(r.program.lengthy, lengthyCall{at: r.position(at)})
			place = int64(len(r.program.lengthy) - 1)
		}
		return call(nameBig, at, number(place, at), number(int64(i), at), left, right)
	}
	return nil
}

// isSmallNumber reports whether an expression is surely no BigInt.
func isSmallNumber(e ast.Expression) bool {
	n, ok := e.(*ast.NumberLiteral)
	if !ok {
		return false
	}
	_, isBig := n.Value.(*big.Int)
	return !isBig
}

// maxBigDigits is how long a BigInt may be, in digits of 64 bits
// (V8's BigInt::kMaxLength).
const maxBigDigits = 1 << 24

// bigOperation is an operation: (place, operator, left, right).
func (m *machine) bigOperation(c goja.FunctionCall) goja.Value {
	operator, left, right := operators[c.Argument(1).ToInteger()], c.Argument(2), c.Argument(3)
	if isObject(left) || isObject(right) {
		left, right = m.numeric(left), m.numeric(right)
	}
	x, isBig := left.Export().(*big.Int)
	y, areBig := right.Export().(*big.Int)
	if isBig && areBig {
		m.begun(c.Argument(0), share{})
		if v := m.computed(operator.token, x, y); v != nil {
			return m.vm.ToValue(v)
		}
	}
	return m.operate(operator.text, left, right)
}

func isObject(v goja.Value) bool {
	_, ok := v.(*goja.Object)
	return ok
}

// numeric is ToNumeric (ECMA-262 §7.1.3).
func (m *machine) numeric(v goja.Value) goja.Value {
	if !isObject(v) {
		return v
	}
	return m.operate("to", v, v)
}

// operate has the engine do it: a number, or what throws.
func (m *machine) operate(operator string, left, right goja.Value) goja.Value {
	if m.operations == nil {
		m.operations = make(map[string]goja.Callable)
	}
	f := m.operations[operator]
	if f == nil {
		body := "a " + operator + " b"
		if operator == "to" {
			body = "- -a"
		}
		made, err := m.vm.RunString("((a, b) => " + body + ")")
		m.rethrow(err)
		f, _ = goja.AssertFunction(made)
		m.operations[operator] = f
	}
	v, err := f(goja.Undefined(), left, right)
	m.rethrow(err)
	return v
}

// computed is an operation on BigInts; nil: it throws, and the engine says what.
func (m *machine) computed(operator token.Token, x, y *big.Int) *big.Int {
	switch operator {
	case token.MULTIPLY:
		if x.Sign() != 0 && y.Sign() != 0 {
			m.fitsBig(64 * float64(digitsOf(x)+digitsOf(y)))
		}
		return new(big.Int).Mul(x, y)
	case token.EXPONENT:
		if y.Sign() < 0 {
			return nil
		}
		if x.BitLen() > 1 {
			times, _ := new(big.Float).SetInt(y).Float64()
			m.fitsBig(float64(x.BitLen()-1) * times)
		} else if y.Sign() > 0 { // -1, 0 or 1, however often
			y = big.NewInt(2 - int64(y.Bit(0)))
		}
		return new(big.Int).Exp(x, y, nil)
	case token.SHIFT_LEFT:
		return m.shifted(x, y)
	case token.SHIFT_RIGHT:
		return m.shifted(x, new(big.Int).Neg(y))
	}
	if y.Sign() == 0 {
		return nil
	}
	if operator == token.SLASH {
		return new(big.Int).Quo(x, y)
	}
	return new(big.Int).Rem(x, y)
}

// shifted is x shifted to the left; to the right if by is negative.
func (m *machine) shifted(x, by *big.Int) *big.Int {
	n := int64(maxBigDigits * 64)
	if by.IsInt64() {
		n = min(n, max(by.Int64(), -n))
	} else if by.Sign() < 0 {
		n = -n
	}
	if n < 0 {
		return new(big.Int).Rsh(x, uint(-n))
	}
	if x.Sign() != 0 {
		m.fitsBig(float64(x.BitLen()) + float64(n))
	}
	return new(big.Int).Lsh(x, uint(n))
}

func digitsOf(x *big.Int) int { return (x.BitLen() + 63) / 64 }

// fitsBig throws what V8 throws where a BigInt would be longer than it may be, and
// asks for room for it, and for what it is made of.
func (m *machine) fitsBig(bits float64) {
	if bits > maxBigDigits*64 {
		panic(m.newError("RangeError", "Maximum BigInt size exceeded"))
	}
	if bytes := int64(bits / 8); bytes > large {
		m.hasRoom(4 * bytes)
	}
	if m.rt.Stopped() { // it is not begun
		m.stopping()
		panic(m.newError("RangeError", "Maximum BigInt size exceeded"))
	}
}

// installBig has the functions that cut BigInts make none that is longer than it
// may be.
func (m *machine) installBig() {
	class := m.vm.GlobalObject().Get("BigInt").(*goja.Object)
	for _, name := range [...]string{"asUintN", "asIntN"} {
		original, _ := goja.AssertFunction(class.Get(name))
		m.method(class, name, 2, func(call goja.FunctionCall) goja.Value {
			bits := call.Argument(0).ToFloat()
			if bits > 1<<53-1 {
				panic(m.newError("RangeError", "Invalid value: not (convertible to) a safe integer"))
			}
			if x, ok := call.Argument(1).Export().(*big.Int); ok && bits > maxBigDigits*64 {
				if name == "asUintN" && x.Sign() < 0 {
					m.fitsBig(bits)
				}
				return call.Argument(1)
			}
			v, err := original(call.This, call.Arguments...)
			m.rethrow(err)
			return v
		})
	}
}
