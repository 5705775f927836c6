package js

import (
	"reflect"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"

	"evsim/sim"
)

// The names that a bundle calls the run by. No program uses them by accident.
const (
	nameLeft      = "evsim$left"      // how many rounds and calls are left until nameMore is to be called
	nameMore      = "evsim$more"      // counts them, and gives how many may follow
	nameAwait     = "evsim$await"     // (place, value): the next yield is an await
	nameYield     = "evsim$yield"     // the next yield is one of an async generator
	nameDelegate  = "evsim$delegate"  // the next yield is a yield*
	nameReturn    = "evsim$return"    // the next yield is a return of an async generator
	nameEnd       = "evsim$end"       // the body of an async generator ran to its end
	nameAsync     = "evsim$async"     // __async
	nameGenerator = "evsim$generator" // __asyncGenerator
	nameForAwait  = "evsim$forAwait"  // __forAwait
	nameModule    = "evsim$module"    // calls what a module that awaits at its top is
	nameBuiltin   = "evsim$builtin"   // a module of evsim's own, by name
	nameCaught    = "evsim$caught"    // takes what the program catches
	nameThrown    = "evsim$thrown"    // is what is caught, until it is taken apart
	nameNamed     = "evsim$named"     // (function, name, kind): what the function is called in the program, and what it is
	nameEvaluate  = "evsim$evaluate"  // eval by another name
	nameText      = "evsim$text"      // takes the text that a direct eval runs
	nameMeta      = "evsim$meta"      // import.meta.url
	nameBase      = "evsim$base"      // what a property was read or set of last
	namePeek      = "evsim$peek"      // takes a function that gives nameBase
	nameEnters    = "evsim$enters"    // (place, value): what comes next may take long; gives the value
	nameApplies   = "evsim$applies"   // is nameEnters of a list of arguments
	nameGrown     = "evsim$grown"     // takes and gives what may be a long string
	nameBig       = "evsim$big"       // (place, operator, left, right): an operation that BigInts may have
	nameObject    = "evsim$object"    // what is assigned to a property of
	nameKey       = "evsim$key"       // the key of that property
	nameConstant  = "evsim$constant"  // is what an assignment to a constant assigns to
	nameSite      = "evsim$site"      // is the tag of a template whose only value is its number: gives the template object
	nameIterable  = "evsim$iterable"  // gives what is to be iterated
	nameFinder    = "evsim$finder"    // takes the function that finds what a file requires
	nameLacks     = "evsim$lacks"     // ends the run, for want of what a regular expression has
	nameTraced    = "evsim$traced"    // takes and gives a value whose stack is read
	nameCommon    = "evsim$common"    // (module object, file): gives the object what Node gives it
	nameProcess   = "evsim$process"   // stands for process in a page
	nameWindow    = "evsim$window"    // takes the variables of a script, which are those of a page's window
	nameImported  = "evsim$imported"  // (jobs, jobs in WebKit): gives how many pass between two modules
	nameGraph     = "evsim$graph"     // (functions of CommonJS modules): evaluates modules that run side by side
	nameRequired  = "evsim$required"  // stands for those functions
	nameRegister  = "evsim$register"  // takes the function of a module, and gives the one that import() calls
	nameResult    = "evsim$result"    // takes and gives what an iterator gave, which has to be an object
)

// parameters are what the function takes that a bundle is the body of.
var parameters = [...]string{
	nameLeft, nameMore, nameAwait, nameYield, nameDelegate, nameReturn, nameEnd, nameAsync, nameGenerator, nameForAwait,
	nameModule, nameBuiltin, nameCaught, nameNamed, nameEvaluate, nameText, nameMeta, nameBase, namePeek, nameEnters, nameGrown, nameBig, nameObject, nameKey, nameConstant, nameResult, nameTried, nameTail, nameIterable, nameApplies, nameSite, nameFinder, nameCommon, nameTraced, nameLacks, nameProcess, nameWindow, nameImported, nameGraph, nameRegister, "require", "module", "exports", "__filename", "__dirname",
}

var banner = "(function (" + strings.Join(parameters[:], ", ") + ") {"

const footer = "})"

// rewriter changes the tree of a bundle, and finds out what it uses.
type rewriter struct {
	program   *Program
	file      *file.File
	declared  map[string]bool // names that the program declares anywhere
	guarded   map[string]bool // names that it asks for by typeof
	uses      []use
	callee    ast.Expression       // of the call that is visited
	tries     int                  // how many try statements that catch the visited node is in
	looked    int                  // results of setTimeout and its kin that the program may look at
	frameOf   *ast.FunctionLiteral // the body of the function that was lowered last
	inside    bool                 // of the function that the bundle is the body of
	reflects  bool                 // see Program.reflects
	evaluated bool                 // it is text that a run evaluates
	bigints   bool                 // there may be some
	iterators bool                 // there may be some that are the program's own
	slow      bool                 // names are looked up as it runs
	walker    walker               // see node
	lines     map[string][]string  // of the files, by name: see source
	strictly  map[*ast.FunctionLiteral]bool
}

// whole rewrites a bundle.
func (r *rewriter) whole(parsed *ast.Program) {
	r.guarded, r.strictly = make(map[string]bool), strictFunctions(parsed, r.program.strict)
	body := parsed.Body
	if r.program.wrapped {
		body = body[0].(*ast.ExpressionStatement).Expression.(*ast.FunctionLiteral).Body.List
	}
	for _, s := range body {
		r.node(reflect.ValueOf(s))
	}
	if len(body) == 0 || r.evaluated {
		return
	}
	switch start := body[0].(type) {
	case *ast.ExpressionStatement:
		r.peek(start.Expression)
	case *ast.ReturnStatement:
		r.peek(start.Argument)
	}
}

// node visits what a field of the tree holds, the inner nodes first.
func (r *rewriter) node(v reflect.Value) {
	if r.walker.enter == nil {
		r.walker = walker{slot: r.slot, enter: func(n any) bool { return !r.special(n) }, leave: r.after}
	}
	r.walker.node(v)
}

func (r *rewriter) slot(v reflect.Value) {
	if !r.anonymous(v) {
		r.expression(v)
	}
}

// special visits nodes whose parts are not all visited alike; false: they are.
func (r *rewriter) special(n any) bool {
	r.ofBundler(n)
	if try, ok := n.(*ast.TryStatement); ok {
		r.awaitsLoop(try)
	}
	if r.names(n) || r.asks(n) {
		return true
	}
	switch n := n.(type) {
	case *ast.VariableStatement:
		for _, b := range n.List {
			if r.isHelper(b) {
				*b = ast.Binding{Target: b.Target, Initializer: nil}
			}
		}
	case *ast.Identifier:
		r.identifier(n)
		return true
	case *ast.StringLiteral:
		if len(n.Value) < 64 {
			r.mention(n.Value.String())
		}
		return true
	case *ast.DotExpression:
		if r.mode(n) {
			return true
		}
		r.node(reflect.ValueOf(&n.Left))
		r.member(n)
		n.Left = asBase(n.Left)
		return true
	case *ast.ExpressionStatement:
		r.drop(n.Expression)
	case *ast.NewExpression:
		r.executor(n)
		r.patterns(n.Callee, n.ArgumentList)
	case *ast.ThisExpression:
		r.handle()
	case *ast.AssignExpression:
		if id, ok := n.Left.(*ast.Identifier); ok && id.Name.String() == "Promise" {
			r.handle()
		}
	case *ast.CallExpression:
		if r.called(n) {
			return true
		}
	case *ast.FunctionLiteral:
		if n.Generator && r.frameOf != n {
			r.generator(n)
		}
		r.lexical(n)
		if !r.inside {
			r.bundle(n)
			return true
		}
	}
	r.declares(n)
	return false
}

// called takes in a call; done: its parts were visited.
func (r *rewriter) called(n *ast.CallExpression) (done bool) {
	if id, ok := n.Callee.(*ast.Identifier); ok && id.Name == "eval" && !r.evaluated {
		r.direct(n)
		return true
	}
	r.imported(n)
	r.required(n)
	r.commonJS(n)
	r.patterns(n.Callee, n.ArgumentList)
	if r.lowered(n) {
		r.node(reflect.ValueOf(n.Callee))
		r.node(reflect.ValueOf(n.ArgumentList[1:])) // the first is the function's this, which its body uses or not
		return true
	}
	return false
}

// bundle visits the function that the bundle is the body of: to declare its
// parameters is not to use them.
func (r *rewriter) bundle(n *ast.FunctionLiteral) {
	r.inside = true
	r.strict(n)
	for _, b := range n.ParameterList.List {
		r.declare(b.Target)
	}
	r.node(reflect.ValueOf(n.Body))
	r.after(n)
}

// identifier takes in a name. eval is the machine's where it is not called by
// this name.
func (r *rewriter) identifier(n *ast.Identifier) {
	if n.Name == "eval" && !r.evaluated {
		r.mention("eval")
		r.program.mentions[nameEvaluate] = true
		n.Name = nameEvaluate
		return
	}
	r.uses = append(r.uses, use{n.Name.String(), n.Idx, r.tries > 0})
	r.mention(n.Name.String())
}

// direct has what a direct eval runs be taken by the machine first.
func (r *rewriter) direct(n *ast.CallExpression) {
	r.handle()
	for _, name := range [...]string{"eval", nameText, nameLeft, nameMore} {
		r.program.mentions[name] = true
	}
	if len(n.ArgumentList) == 0 {
		return
	}
	at := n.ArgumentList[0].Idx0()
	for i := range n.ArgumentList {
		r.node(reflect.ValueOf(&n.ArgumentList[i]))
	}
	n.ArgumentList[0] = call(nameText, at, n.ArgumentList[0])
}

// isHelper reports whether a declaration is one of the bundler's helpers whose
// code is called no more.
func (r *rewriter) isHelper(b *ast.Binding) bool {
	id, ok := b.Target.(*ast.Identifier)
	if !ok || b.Initializer == nil {
		return false
	}
	name := strings.TrimRight(id.Name.String(), "0123456789")
	_, known := helpers[name]
	return known || name == "__await" || name == "__yieldStar" || name == "__name"
}

// after changes a node whose parts were visited.
func (r *rewriter) after(n any) {
	if y, ok := n.(*ast.YieldExpression); ok && y.Delegate { // of a generator that is not async, which the bundler wraps, too
		if wrapped, ok := y.Argument.(*ast.CallExpression); ok && isCalled(wrapped.Callee, "__yieldStar") {
			y.Argument = wrapped.ArgumentList[0]
		}
	}
	keepBases(n)
	r.iterates(n)
	switch n := n.(type) {
	case *ast.TryStatement:
		if n.Catch != nil && n.Finally != nil {
			// The engine has a catch see what its own finally throws; two
			// statements mean the same (ECMA-262 §14.15.3).
			inner := &ast.TryStatement{Try: n.Try, Body: n.Body, Catch: n.Catch}
			n.Body, n.Catch = &ast.BlockStatement{LeftBrace: n.Body.LeftBrace, List: []ast.Statement{inner}, RightBrace: n.Body.RightBrace}, nil
		}
	case *ast.CatchStatement:
		r.mend(n)
	case *ast.CallExpression, *ast.NewExpression:
		r.bound(n.(ast.Expression))
	case *ast.SpreadElement:
		of := n.Expression
		if base, ok := of.(*ast.AssignExpression); ok && isCalled(base.Left, nameBase) {
			of = base.Right
		}
		n.Expression = r.entered(lastPart(of), spreads, n.Expression)
	case *ast.FunctionLiteral:
		r.self(n)
		r.count(n.Body)
	case *ast.ArrowFunctionLiteral:
		switch body := n.Body.(type) {
		case *ast.BlockStatement:
			r.count(body)
		case *ast.ExpressionBody:
			body.Expression = &ast.SequenceExpression{Sequence: []ast.Expression{r.counted(body.Expression.Idx0()), body.Expression}}
		}
	case *ast.WhileStatement:
		n.Body = r.round(n.Body)
	case *ast.DoWhileStatement:
		n.Body = r.round(n.Body)
	case *ast.ForStatement:
		n.Body = r.round(n.Body)
	case *ast.ForInStatement:
		n.Body = r.round(n.Body)
	case *ast.ForOfStatement:
		n.Body = r.round(n.Body)
	}
}

// count makes the calls of a function count.
func (r *rewriter) count(body *ast.BlockStatement) {
	at := directives(body)
	list := make([]ast.Statement, 0, len(body.List)+1)
	list = append(list, body.List[:at]...)
	list = append(list, &ast.ExpressionStatement{Expression: r.counted(body.LeftBrace)})
	body.List = append(list, body.List[at:]...)
}

// mend has the run look at what is caught, before the program does.
func (r *rewriter) mend(n *ast.CatchStatement) {
	at := n.Body.LeftBrace
	r.program.mentions[nameCaught] = true
	if n.Parameter == nil {
		n.Parameter = name(nameThrown, at)
	}
	if id, ok := n.Parameter.(*ast.Identifier); ok {
		look := &ast.ExpressionStatement{Expression: call(nameCaught, at, name(id.Name.String(), at))}
		n.Body.List = append([]ast.Statement{look}, n.Body.List...)
		return
	}
	look := &ast.ExpressionStatement{Expression: call(nameCaught, at, name(nameThrown, at))}
	apart := &ast.LexicalDeclaration{Idx: at, Token: token.LET, List: []*ast.Binding{{Target: n.Parameter, Initializer: name(nameThrown, at)}}}
	n.Parameter = name(nameThrown, at)
	n.Body = &ast.BlockStatement{LeftBrace: at, List: []ast.Statement{look, apart, n.Body}, RightBrace: n.Body.RightBrace}
}

// directives is how many statements of a body are directives.
func directives(body *ast.BlockStatement) (n int) {
	for n < len(body.List) && isDirective(body.List[n]) {
		n++
	}
	return n
}

func isDirective(s ast.Statement) bool {
	e, ok := s.(*ast.ExpressionStatement)
	if !ok {
		return false
	}
	_, ok = e.Expression.(*ast.StringLiteral)
	return ok
}

// round makes the rounds of a loop count.
func (r *rewriter) round(body ast.Statement) ast.Statement {
	at := body.Idx0()
	list := []ast.Statement{&ast.ExpressionStatement{Expression: r.counted(at)}}
	if block, ok := body.(*ast.BlockStatement); ok {
		block.List = append(list, block.List...)
		return block
	}
	return &ast.BlockStatement{LeftBrace: at, List: append(list, body), RightBrace: body.Idx1()}
}

// counted is --left < 0 && (left = more()).
func (r *rewriter) counted(at file.Idx) ast.Expression {
	more := call(nameMore, at)
	if r.slow {
		more.ArgumentList = append(more.ArgumentList, number(1, at))
	}
	return &ast.BinaryExpression{
		Operator: token.LOGICAL_AND,
		Left: &ast.BinaryExpression{
			Operator: token.LESS, Comparison: true,
			Left:  &ast.UnaryExpression{Operator: token.DECREMENT, Idx: at, Operand: name(nameLeft, at)},
			Right: &ast.NumberLiteral{Idx: at, Literal: "0", Value: int64(0)},
		},
		Right: &ast.AssignExpression{Operator: token.ASSIGN, Left: name(nameLeft, at), Right: more},
	}
}

func name(text string, at file.Idx) *ast.Identifier {
	return &ast.Identifier{Name: unistring.NewFromString(text), Idx: at}
}

func call(function string, at file.Idx, args ...ast.Expression) *ast.CallExpression {
	return &ast.CallExpression{Callee: name(function, at), LeftParenthesis: at, ArgumentList: args, RightParenthesis: at}
}

// position is a place of the bundle as one of a file of the program's.
func (r *rewriter) position(at file.Idx) sim.Pos {
	return r.program.pos(r.file.Position(int(at) - r.file.Base()))
}

// place numbers what suspends a function.
func (r *rewriter) place(at file.Idx) *ast.NumberLiteral {
	if r.evaluated {
		return number(atRun, at)
	}
	r.program.places = append(r.program.places, r.position(at))
	return &ast.NumberLiteral{Idx: at, Literal: "0", Value: int64(len(r.program.places) - 1)}
}
