package js

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/evanw/esbuild/pkg/api"
)

// This file is text that a program has evaluated as code: by Function and its
// kin, and by eval. It is lowered and counted as the program's own files are, so
// its awaits cost what awaits cost and its loops end. The text that a direct
// eval runs in the midst of other code cannot be lowered; there async functions
// are refused, and loops are counted by what is put into the text.

// evaluations keeps what was made of texts, for all runs of a program.
type evaluations struct {
	mutex sync.Mutex
	made  map[string]made
	bytes int
}

// made is a text as the engine runs it, or what is wrong with it.
type made struct {
	code     *goja.Program
	text     string // of a direct eval
	mentions map[string]bool
	problem  string
}

// maxEvaluated bounds the texts that are kept, in bytes.
const maxEvaluated = 16 << 20

// get is what make makes of a text of a kind, which it does once.
func (e *evaluations) get(kind, text string, make func(string) made) made {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if known, ok := e.made[kind+text]; ok {
		return known
	}
	if e.bytes += len(text); e.made == nil || e.bytes > maxEvaluated {
		e.made, e.bytes = map[string]made{}, len(text)
	}
	m := make(text)
	e.made[kind+text] = m
	return m
}

// atRun is the number of a place in text that was evaluated: there is none.
const atRun = 1 << 30

// evaluated makes of a text what the engine runs. A kind of body is that of a
// function whose parameters are those of a bundle.
func (p *Program) evaluated(kind, text string) made {
	body := kind == "body"
	if len(text) > maxBundle {
		return made{problem: fmt.Sprintf("the text has %d bytes; %d is the most", len(text), maxBundle)}
	}
	o := api.TransformOptions{Target: api.ES2022, Supported: lowered, KeepNames: true, Charset: api.CharsetUTF8, LogLevel: api.LogLevelSilent}
	if body {
		o.Banner, o.Footer = banner, footer
	}
	built := api.Transform(text, o)
	if len(built.Errors) > 0 {
		return made{problem: built.Errors[0].Text}
	}
	parsed, err := goja.Parse("evaluated.js", string(built.Code))
	if err != nil {
		return made{problem: err.Error()}
	}
	if kind == "eval" && ownScope(parsed) {
		return p.evaluated(kind, "{"+text+"\n}")
	}
	sub := &Program{reflects: true, renamed: make(map[string]string), mentions: make(map[string]bool)}
	r := rewriter{program: sub, file: parsed.File, declared: make(map[string]bool), reflects: true, evaluated: true, slow: !body, inside: !body, bigints: true, iterators: body && strings.Contains(text, "iterator")}
	if !body {
		parsed.Body, parsed.DeclarationList = withoutHelpers(&r, parsed)
	}
	r.whole(parsed)
	code, err := goja.CompileAST(parsed, false)
	if err != nil {
		return made{problem: err.Error()}
	}
	return made{code: code, mentions: sub.mentions}
}

// ownScope reports whether a script declares what is its own if eval runs it, and
// global if not. Text that is strict has even its variables for itself, which
// stay global here.
func ownScope(parsed *ast.Program) bool {
	return slices.ContainsFunc(parsed.Body, func(s ast.Statement) bool {
		switch s.(type) {
		case *ast.LexicalDeclaration, *ast.ClassDeclaration:
			return true
		}
		return false
	})
}

// withoutHelpers is a script without the bundler's own variables, which would
// become globals.
func withoutHelpers(r *rewriter, parsed *ast.Program) (body []ast.Statement, declared []*ast.VariableDeclaration) {
	own := func(list []*ast.Binding) bool {
		for _, b := range list {
			id, ok := b.Target.(*ast.Identifier)
			if !ok || !strings.HasPrefix(id.Name.String(), "__") || !(r.isHelper(b) || ownVariable[id.Name.String()]) {
				return false
			}
		}
		return true
	}
	for _, s := range parsed.Body {
		if v, ok := s.(*ast.VariableStatement); !ok || !own(v.List) {
			body = append(body, s)
		}
	}
	for _, d := range parsed.DeclarationList {
		if !own(d.List) {
			declared = append(declared, d)
		}
	}
	return body, declared
}

// ownVariable has what the bundler's helpers call.
var ownVariable = map[string]bool{"__defProp": true, "__knownSymbol": true, "__typeError": true, "__pow": true}

// installEvaluation has the global functions that evaluate text be this
// package's, where the program may come to them.
func (m *machine) installEvaluation() {
	global := m.vm.GlobalObject()
	made, err := m.vm.RunProgram(generatorFunction())
	m.rethrow(err)
	kind := made.(*goja.Object).Prototype() // Function may have been overwritten
	prototype := kind.Prototype()
	own := m.vm.ToValue(func(call goja.ConstructorCall) *goja.Object { return m.makeFunction("function", call) }).(*goja.Object)
	m.name(own, "Function", 1)
	_ = own.DefineDataProperty("prototype", prototype, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	_ = prototype.DefineDataProperty("constructor", own, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	m.set("Function", own)
	m.kept("Function") // makes room for it
	m.globals["Function"] = own
	m.evalFunction, m.directEval = m.function("eval", 1, m.indirectEval), global.Get("eval")
	m.set("eval", m.evalFunction)

	ownKind := m.vm.ToValue(func(call goja.ConstructorCall) *goja.Object { return m.makeFunction("function*", call) }).(*goja.Object)
	m.name(ownKind, "GeneratorFunction", 1)
	_ = ownKind.SetPrototype(own)
	_ = ownKind.DefineDataProperty("prototype", kind, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	_ = kind.DefineDataProperty("constructor", ownKind, goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

var generatorFunction = sync.OnceValue(func() *goja.Program { return goja.MustCompile("evsim", "(function* () {})", true) })

// makeFunction is CreateDynamicFunction (ECMA-262 §20.2.1.1.1) for functions of
// a kind, by the words that they begin with.
func (m *machine) makeFunction(words string, call goja.ConstructorCall) *goja.Object {
	parameters, body := make([]string, 0, len(call.Arguments)), ""
	for i, v := range call.Arguments {
		if text := v.String(); i == len(call.Arguments)-1 {
			body = text
		} else {
			parameters = append(parameters, text)
		}
	}
	list := strings.Join(parameters, ",")
	m.evaluatedAt(m.from())
	for _, alone := range [...]string{"(" + words + " anonymous(\n) {\n" + body + "\n})", "(" + words + " anonymous(" + list + "\n) {\n})"} {
		if err := oneFunction(alone); err != nil { // neither part may end the function
			panic(m.newError("SyntaxError", plainSyntax(err.Error())))
		}
	}
	text := "return (" + words + " anonymous(" + list + "\n) {\n" + body + "\n})"
	made := m.program.evaluations.get("body", text, func(text string) made { return m.program.evaluated("body", text) })
	if made.problem != "" {
		panic(m.newError("SyntaxError", plainSyntax(made.problem)))
	}
	m.mentionMore(made.mentions)
	start, err := m.vm.RunProgram(made.code)
	m.rethrow(err)
	run, _ := goja.AssertFunction(start)
	fn, err := run(goja.Undefined(), m.arguments()...)
	m.rethrow(err)
	return fn.(*goja.Object)
}

var errMore = errors.New("more than one function: unexpected token }")

// oneFunction says what is wrong with a text that is to be one function.
func oneFunction(text string) error {
	parsed, err := goja.Parse("evaluated.js", text)
	if err != nil {
		return err
	}
	if len(parsed.Body) == 1 {
		if s, ok := parsed.Body[0].(*ast.ExpressionStatement); ok {
			if _, ok := s.Expression.(*ast.FunctionLiteral); ok {
				return nil
			}
		}
	}
	return errMore
}

// plainSyntax is a message of the parser without where in the text it is.
func plainSyntax(text string) string {
	text = strings.TrimPrefix(text, "SyntaxError: ")
	if _, after, ok := strings.Cut(text, ": Line "); ok {
		if _, after, ok = strings.Cut(after, " "); ok {
			text = after
		}
	}
	text, _, _ = strings.Cut(text, " (and ")
	return text
}

// indirectEval is eval called by another name (§19.2.1): a script of its own.
func (m *machine) indirectEval(call goja.FunctionCall) goja.Value {
	text, ok := call.Argument(0).(goja.String)
	if !ok {
		return call.Argument(0)
	}
	m.evaluatedAt(m.from())
	v, err := m.runText("eval", text.String())
	m.rethrow(err)
	return v
}

// evaluatedAt takes in where a text is evaluated, which takes long if it is long.
func (m *machine) evaluatedAt(from goja.StackFrame) {
	m.evalPlace = from
	at := m.at(from)
	m.doing.Store(&at)
}

// handlerOf is the callback of a timer: a page may give a text, which is run as a
// classic script then (HTML, timer initialization steps).
func (m *machine) handlerOf(v goja.Value) goja.Callable {
	if _, ok := goja.AssertFunction(v); ok || m.node != nil {
		return m.later(v)
	}
	text, from := v.String(), m.from()
	return func(goja.Value, ...goja.Value) (goja.Value, error) {
		m.evaluatedAt(from)
		return m.runText("script", text)
	}
}

// runText runs a text as a script; as eval takes it, if kind says so.
func (m *machine) runText(kind, text string) (goja.Value, error) {
	if m.evalFunction == nil {
		m.installEvaluation() // the text may evaluate more
	}
	m.reflects = true
	made := m.program.evaluations.get(kind, text, func(text string) made { return m.program.evaluated(kind, text) })
	if made.problem != "" {
		return nil, m.vm.Try(func() { panic(m.newError("SyntaxError", plainSyntax(made.problem))) })
	}
	m.mentionMore(made.mentions)
	values := m.arguments()
	for i, name := range parameters { // they are the script's globals
		if strings.HasPrefix(name, "evsim$") && isNothing(m.vm.GlobalObject().Get(name)) {
			m.set(name, values[i])
		}
	}
	return m.vm.RunProgram(made.code)
}

// directText is the text that a direct eval runs, with its loops and functions
// counted.
func (m *machine) directText(call goja.FunctionCall) goja.Value {
	text, ok := call.Argument(0).(goja.String)
	if !ok {
		return call.Argument(0)
	}
	m.evaluatedAt(m.from())
	made := m.program.evaluations.get("direct", text.String(), countedText)
	if made.problem != "" {
		panic(m.newError("SyntaxError", plainSyntax(made.problem)))
	}
	m.mentionMore(made.mentions)
	return m.vm.ToValue(made.text)
}

// mentionMore makes what a text names, and the program itself does not.
func (m *machine) mentionMore(names map[string]bool) {
	var more []string
	for name := range names {
		if !m.mentions(name) {
			if m.mentioned == nil {
				m.mentioned = make(map[string]bool)
			}
			more = append(more, name)
		}
	}
	for _, name := range more {
		m.mentioned[name] = true
	}
	for _, make := range m.unnamedYet {
		make()
	}
	m.unnamedYet, m.evaluates = nil, false
	m.late.makeAll(m)
	for _, g := range globals() {
		for _, name := range g.names {
			if m.mentioned[name] && !m.program.mentions[name] && (g.always || m.policy.Features.Has(g.feature)) && m.vm.GlobalObject().Get(name) == nil {
				g.define(m)
				break
			}
		}
	}
}
