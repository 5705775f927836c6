package js

import "github.com/dop251/goja/ast"

// returning are the functions whose results a program may hold on to. To make
// those takes a good part of a short callback's time.
var returning = map[string]bool{"setTimeout": true, "setInterval": true, "setImmediate": true}

// lookers are names by which a program may come to a result or a function in a
// way that cannot be seen when it is loaded.
var lookers = map[string]bool{"eval": true, "Function": true, "constructor": true, "globalThis": true, "global": true, "window": true, "self": true, "timers": true}

// mention takes in a name that the program uses. One that returns something
// counts as looked at; drop takes that back.
func (r *rewriter) mention(name string) {
	r.program.mentions[name] = true
	switch {
	case returning[name]:
		r.looked++
	case lookers[name]:
		r.handle()
	}
}

// handle says that the program may look at what setTimeout and its kin return,
// which a callback has for its this, too.
func (r *rewriter) handle() { r.program.handles = true }

// drop takes in an expression whose value is lost.
func (r *rewriter) drop(e ast.Expression) {
	if call, ok := e.(*ast.CallExpression); ok {
		if id, ok := call.Callee.(*ast.Identifier); ok && returning[id.Name.String()] {
			r.looked--
		}
	}
}

// executor takes in `new Promise((done) => setTimeout(done))`: what an executor
// returns is lost.
func (r *rewriter) executor(n *ast.NewExpression) {
	id, ok := n.Callee.(*ast.Identifier)
	if !ok || id.Name.String() != "Promise" || len(n.ArgumentList) == 0 {
		return
	}
	if arrow, ok := n.ArgumentList[0].(*ast.ArrowFunctionLiteral); ok {
		if body, ok := arrow.Body.(*ast.ExpressionBody); ok {
			r.drop(body.Expression)
		}
	}
}
