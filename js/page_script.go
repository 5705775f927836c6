package js

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"
	"github.com/evanw/esbuild/pkg/api"

	"evsim/model"
)

// This file is scripts as pages have them (ECMA-262, "GlobalDeclarationInstantiation"): their
// variables and functions are properties of the window, and their this is the window.
// A bundle is one function for all policies, so it hands the variables to the run as
// it starts, and the run of a page makes properties of them.

var (
	ofNodes   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b(require|module|exports|process|import|export)\b`) })
	ofWindows = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\b(window|self|globalThis|frames|parent|top|this|eval|Function)\b`)
	})
	// directive is what stands before the first statement.
	directive = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?:#!.*|\s+|//.*|/\*(?s:.*?)\*/|'use strict';?|"use strict";?)*`)
	})
)

// script finds the variables that a script of a page has at its top, if the script may
// look at the window, and has the bundle hand them over. What names something of Node's
// is no such script.
func (l *loader) script() {
	text := string(l.text)
	if l.isScript = filepath.Ext(l.entry) == ".js" && !ofNodes().MatchString(text); !l.isScript || !ofWindows().MatchString(text) {
		return
	}
	parsed, err := parser.ParseFile(nil, "script.js", text, 0, parser.WithDisableSourceMaps)
	if err != nil {
		return // the bundler will say so, or it is beyond this parser
	}
	var names []string
	for _, list := range parsed.DeclarationList {
		for _, b := range list.List {
			names = append(names, boundNames(b.Target)...)
		}
	}
	for _, s := range parsed.Body {
		if f, ok := s.(*ast.FunctionDeclaration); ok && f.Function.Name != nil {
			names = append(names, f.Function.Name.Name.String())
		}
	}
	slices.Sort(names)
	if names = slices.Compact(names); len(names) == 0 {
		return
	}
	var insert strings.Builder
	insert.WriteString(nameWindow + "({")
	for _, name := range names {
		fmt.Fprintf(&insert, "%s: [() => %[1]s, (evsim$value) => %[1]s = evsim$value], ", name)
	}
	insert.WriteString("});")
	before := directive().FindString(text)
	line, col := strings.Count(before, "\n"), len(before)-(strings.LastIndexByte(before, '\n')+1)
	l.amendments[filepath.Base(l.entry)] = []amendment{{line: line + 1, col: col, insert: insert.String()}}
}

// boundNames are the names that a declaration binds.
func boundNames(target ast.Node) (names []string) {
	switch t := target.(type) {
	case *ast.Identifier:
		names = append(names, t.Name.String())
	case *ast.AssignExpression:
		names = boundNames(t.Left)
	case *ast.ArrayPattern:
		for _, e := range append(slices.Clone(t.Elements), t.Rest) {
			if e != nil {
				names = append(names, boundNames(e)...)
			}
		}
	case *ast.ObjectPattern:
		for _, property := range t.Properties {
			switch one := property.(type) {
			case *ast.PropertyShort:
				names = append(names, one.Name.Name.String())
			case *ast.PropertyKeyed:
				names = append(names, boundNames(one.Value)...)
			}
		}
		if t.Rest != nil {
			names = append(names, boundNames(t.Rest)...)
		}
	}
	return names
}

// withoutInserted puts the places of messages to where they are in the files.
func (l *loader) withoutInserted(messages []api.Message) {
	for i := range messages {
		at := messages[i].Location
		if at == nil {
			continue
		}
		for _, a := range l.amendments[at.File] {
			if n := len(a.insert); n > 0 && a.line == at.Line && at.Column >= a.col+n && len(at.LineText) >= a.col+n {
				at.Column -= n
				at.LineText = at.LineText[:a.col] + at.LineText[a.col+n:]
			}
		}
	}
}

// windowVariables makes properties of the window of a script's variables.
func (m *machine) windowVariables(call goja.FunctionCall) goja.Value {
	if m.web == nil {
		return goja.Undefined()
	}
	list := call.Argument(0).(*goja.Object)
	for _, name := range list.Keys() {
		pair := list.Get(name).(*goja.Object)
		_ = m.vm.GlobalObject().DefineAccessorProperty(name, pair.Get("0"), pair.Get("1"), goja.FLAG_FALSE, goja.FLAG_TRUE)
	}
	return goja.Undefined()
}

// top is what the program has as this at its top: module.exports, and in a script of a page the window.
func (m *machine) top() goja.Value {
	if m.program.script && m.policy.Features.Has(model.DOM) {
		return m.vm.GlobalObject()
	}
	return m.exports()
}
