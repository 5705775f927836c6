package js

import (
	"path"
	"slices"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/unistring"

	"evsim/internal/say"
)

// commonJS has a module that is a function of the bundle, a property of what
// __commonJS takes, say which file it is: its module object is told the file, and
// __filename and __dirname are its own.
func (r *rewriter) commonJS(n *ast.CallExpression) {
	if !isCalled(n.Callee, "__commonJS") || len(n.ArgumentList) == 0 {
		return
	}
	modules, ok := n.ArgumentList[0].(*ast.ObjectLiteral)
	if !ok {
		return
	}
	for _, p := range modules.Value {
		keyed, ok := p.(*ast.PropertyKeyed)
		if !ok {
			continue
		}
		key, named := keyed.Key.(*ast.StringLiteral)
		fn, method := keyed.Value.(*ast.FunctionLiteral)
		if named && method && !strings.HasPrefix(key.Value.String(), ownFile) {
			r.moduleOf(fn, path.Join("/", key.Value.String()))
		}
	}
}

// moduleOf writes down in a module's function, behind its directives, which file
// it is.
func (r *rewriter) moduleOf(fn *ast.FunctionLiteral, of string) {
	var first []ast.Statement
	at := fn.Body.LeftBrace
	for _, own := range [...]struct{ name, value string }{{"__filename", of}, {"__dirname", path.Dir(of)}} {
		if strings.Contains(fn.Source, own.name) {
			declared := []*ast.Binding{{Target: name(own.name, at), Initializer: text(own.value, at)}}
			fn.DeclarationList = append(fn.DeclarationList, &ast.VariableDeclaration{Var: at, List: declared})
			first = append(first, &ast.VariableStatement{Var: at, List: declared})
		}
	}
	if p := fn.ParameterList.List; len(p) > 1 {
		if module, ok := p[1].Target.(*ast.Identifier); ok {
			r.mention(nameCommon)
			first = append(first, &ast.ExpressionStatement{Expression: call(nameCommon, at, name(module.Name.String(), at), text(of, at))})
		}
	}
	n := directives(fn.Body)
	fn.Body.List = slices.Insert(fn.Body.List, n, first...)
}

// common gives the module object of a file what Node gives it, so that a program
// finds out which file it was started with.
func (m *machine) common(call goja.FunctionCall) goja.Value {
	m.describe(call.Argument(0).(*goja.Object), call.Argument(1).String())
	return goja.Undefined()
}

// describe gives a module object the fields that Node's have and programs use: that
// of the file that was started is require.main, and has no parent. It stands for the
// parent of all others: which of them asked first for a module is not told.
func (m *machine) describe(module *goja.Object, name string) {
	id, parent := name, goja.Value(goja.Undefined())
	switch {
	case name == "/"+m.program.title:
		id, parent, m.started = ".", goja.Null(), module
	case m.started != nil:
		parent = m.started
	}
	for _, field := range [...]struct {
		name  string
		value goja.Value
	}{{"id", m.vm.ToValue(id)}, {"filename", m.vm.ToValue(name)}, {"parent", parent}} {
		_ = module.DefineDataProperty(field.name, field.value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	}
}

// requireFunction is the program's require, for what the bundler left of it.
func (m *machine) requireFunction() goja.Value {
	require := m.function("require", 1, m.require)
	getter := func(name string, get func() goja.Value) {
		_ = require.DefineAccessorProperty(name, m.function("get "+name, 0, func(goja.FunctionCall) goja.Value { return get() }), nil, goja.FLAG_TRUE, goja.FLAG_TRUE)
	}
	getter("main", func() goja.Value {
		switch {
		case m.started != nil:
			return m.started
		case m.program.module:
			return goja.Undefined()
		}
		m.describe(m.vm.NewObject(), "/"+m.program.title)
		return m.started
	})
	for _, name := range [...]string{"cache", "resolve", "extensions"} {
		getter(name, func() goja.Value {
			m.lacks(say.Of("evsim does not have `require.%s`: it bundles the files of a program before it runs", name))
			return goja.Undefined()
		})
	}
	return require
}

func text(value string, at file.Idx) *ast.StringLiteral {
	return &ast.StringLiteral{Idx: at, Value: unistring.NewFromString(value)}
}
