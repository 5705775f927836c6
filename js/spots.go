package js

import (
	"bytes"
	"path"
	"reflect"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"
)

// spots are the expressions of a program that an error of the engine's may be
// about, by their places. They are looked for when there is such an error: most
// runs have none.
type spots struct {
	once sync.Once
	at   map[string][]spot
	file *file.File
}

type spotKind uint8

const (
	members      spotKind = iota // a property that is read or set
	calls                        // what is called
	constructs                   // what stands behind new
	relations                    // in, instanceof
	names                        // a variable
	iterations                   // what is iterated
	destructures                 // what properties are taken of
	patterns                     // functions with a pattern for a parameter
)

// spot is one expression.
type spot struct {
	kind      spotKind
	node      ast.Node
	pattern   *ast.ObjectPattern // of destructures
	written   bool               // members: it is set
	arguments []ast.Expression   // of constructs
	how       iteration          // iterations
}

// iteration is what iterates.
type iteration uint8

const (
	iterated    iteration = iota // a for
	declared                     // a declaration with a pattern
	assigned                     // an assignment to a pattern
	delegated                    // yield*
	spread                       // ... in an array
	spreadCalls                  // ... in the arguments of a call
)

// spotAt is the spot of a kind at a place. Where several are, as in f()(), it is
// the outermost.
func (p *Program) spotAt(place string, kind spotKind) (spot, bool) {
	p.spots.once.Do(p.findSpots)
	var last spot
	found := false
	for _, s := range p.spots.at[place] {
		if s.kind == kind {
			last, found = s, true
		}
	}
	return last, found
}

func (p *Program) findSpots() {
	p.spots.at = make(map[string][]spot)
	parsed, err := p.parse()
	if err != nil { // it was parsed once
		return
	}
	p.spots.file = parsed.File
	(&walker{leave: p.node}).node(reflect.ValueOf(parsed.Body))
}

func (p *Program) place(at file.Idx) string {
	return p.spots.file.Position(int(at) - p.spots.file.Base()).String()
}

func (p *Program) keep(at file.Idx, s spot) {
	place := p.place(at)
	p.spots.at[place] = append(p.spots.at[place], s)
}

// node keeps a node, at the place that the engine's compiler notes for it.
func (p *Program) node(n any) {
	switch n := n.(type) {
	case *ast.Identifier:
		p.keep(n.Idx, spot{kind: names, node: n})
	case *ast.DotExpression:
		p.keep(n.Identifier.Idx, spot{kind: members, node: n})
	case *ast.BracketExpression:
		p.keep(n.LeftBracket, spot{kind: members, node: n})
	case *ast.CallExpression:
		if left := leftOf(n.Callee); left != nil { // the engine notes no place for a method
			p.keep(lastPart(left), spot{kind: members, node: n.Callee})
		}
		p.keep(n.LeftParenthesis, spot{kind: calls, node: n.Callee})
		p.spreads(n.ArgumentList)
	case *ast.TemplateLiteral:
		if n.Tag != nil {
			p.keep(n.OpenQuote, spot{kind: calls, node: n.Tag})
		}
	case *ast.NewExpression:
		p.keep(n.New, spot{kind: constructs, node: n.Callee, arguments: n.ArgumentList})
		p.spreads(n.ArgumentList)
	case *ast.BinaryExpression:
		if n.Operator == token.IN || n.Operator == token.INSTANCEOF {
			p.keep(n.Left.Idx0(), spot{kind: relations, node: n})
		}
	case *ast.FunctionLiteral:
		p.parameters(n.Function, n.ParameterList)
	case *ast.ArrowFunctionLiteral:
		p.parameters(n.Start, n.ParameterList)
	case *ast.ArrayLiteral:
		for _, e := range n.Value {
			if s, ok := e.(*ast.SpreadElement); ok {
				p.iterated(s.Expression, spread)
			}
		}
	case *ast.YieldExpression:
		if n.Delegate {
			p.keep(n.Yield, spot{kind: iterations, node: n.Argument, how: delegated})
		}
	case *ast.ForOfStatement:
		p.iterated(n.Source, iterated)
	case *ast.Binding:
		if n.Initializer != nil {
			p.taken(n.Target, n.Initializer, declared)
		}
	case *ast.AssignExpression:
		p.assignment(n)
	}
}

// parameters keeps the first pattern among the parameters of a function.
func (p *Program) parameters(at file.Idx, list *ast.ParameterList) {
	for _, b := range list.List {
		if isPattern(b.Target) {
			p.keep(at, spot{kind: patterns, node: b.Target})
			return
		}
	}
}

// spreads keeps what is spread into the arguments of a call.
func (p *Program) spreads(arguments []ast.Expression) {
	for _, e := range arguments {
		if s, ok := e.(*ast.SpreadElement); ok {
			p.iterated(s.Expression, spreadCalls)
		}
	}
}

// taken keeps what a pattern takes its parts of.
func (p *Program) taken(target ast.Node, from ast.Expression, how iteration) {
	switch target := target.(type) {
	case *ast.ArrayPattern:
		p.iterated(from, how)
	case *ast.ObjectPattern:
		p.keep(lastPart(from), spot{kind: destructures, node: from, pattern: target})
	}
}

func (p *Program) iterated(e ast.Expression, how iteration) {
	p.keep(lastPart(e), spot{kind: iterations, node: e, how: how})
}

// lastPart is the place that the engine notes last when it has an expression's
// value.
func lastPart(e ast.Expression) file.Idx {
	switch n := e.(type) {
	case *ast.DotExpression:
		return n.Identifier.Idx
	case *ast.BracketExpression:
		return n.LeftBracket
	case *ast.CallExpression:
		return n.LeftParenthesis
	}
	return e.Idx0()
}

func (p *Program) assignment(n *ast.AssignExpression) {
	p.taken(n.Left, n.Right, assigned)
	if n.Operator != token.ASSIGN {
		return
	}
	switch left := n.Left.(type) {
	case *ast.DotExpression:
		p.keep(left.Identifier.Idx, spot{kind: members, node: left, written: true})
	case *ast.BracketExpression:
		p.keep(left.LeftBracket, spot{kind: members, node: left, written: true})
	}
}

// sourceName is the name of a variable as its file has it: the bundler gives
// some another one.
func (p *Program) sourceName(id *ast.Identifier) string {
	if text := p.sourceText(id.Idx); text != "" {
		return text
	}
	return id.Name.String()
}

// sourceText is the name that stands at a place of the file; "" if none does.
func (p *Program) sourceText(idx file.Idx) string {
	at := p.spots.file.Position(int(idx) - p.spots.file.Base())
	text, ok := p.sources[path.Clean(p.nameOf(at.Filename))]
	if !ok {
		return ""
	}
	for range at.Line - 1 {
		end := bytes.IndexByte(text, '\n')
		if end < 0 {
			return ""
		}
		text = text[end+1:]
	}
	if end := bytes.IndexByte(text, '\n'); end >= 0 {
		text = text[:end]
	}
	line := string(text)
	for range at.Column - 1 {
		if line == "" {
			return ""
		}
		_, width := utf8.DecodeRuneInString(line)
		line = line[width:]
	}
	if end := strings.IndexFunc(line, isNoName); end >= 0 {
		line = line[:end]
	}
	return line
}

func isNoName(r rune) bool {
	return r < utf8.RuneSelf && r != '$' && r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
}
