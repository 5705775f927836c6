package observe

import (
	"fmt"
	"strings"

	"evsim/scenario/script"
)

// given is what a promise is given, as an expression; "" for nothing.
func (e *exporter) given(g script.Given) string {
	switch g.Kind {
	case script.GivenValue:
		return "'value'"
	case script.GivenResolved:
		return "Promise.resolve()"
	case script.GivenRejected:
		return "Promise.reject()"
	case script.GivenThenable:
		return "{ then(resolve) { resolve('value'); } }"
	case script.GivenPromise:
		return e.names.handles[g.Handle]
	case script.GivenCall:
		return e.names.functions[g.Func] + "()"
	}
	return ""
}

// promise keeps what settles the promise in variables of its own.
func (e *exporter) promise(s stmt) []string {
	name, ending := e.names.handles[s.Target], e.names.resolvers[s.Target]
	lines := []string{fmt.Sprintf("resolve%[1]s = resolve; reject%[1]s = reject;", ending)}
	lines = append(lines, e.statements(s.Do)...)
	class := "Promise"
	if s.Subclass {
		class = e.use(helpSubclass)
	}
	return block(name+" = new "+class+"((resolve, reject) => ", lines, ");")
}

func (e *exporter) settle(s stmt) []string {
	return []string{fmt.Sprintf("%s%s(%s);", s.Verb, e.names.resolvers[s.Target], e.given(s.Given))}
}

func (e *exporter) then(s stmt) []string {
	promise := e.assign(s.As, e.given(s.Given))
	switch {
	case s.Verb == script.VerbCatch:
		return e.callback(promise+".catch(", "error", s.Do, ");")
	case s.Verb == script.VerbFinally:
		return e.callback(promise+".finally(", "", s.Do, ");")
	case s.Do == script.NoBody && s.Catch == script.NoBody:
		return []string{promise + ".then();"}
	case s.Catch == script.NoBody:
		return e.callback(promise+".then(", "", s.Do, ");")
	}
	return join(e.callback(promise+".then(", "", s.Do, ", "), e.callback("", "error", s.Catch, ");"))
}

// join puts code behind the end of other code.
func join(a, b []string) []string {
	last := len(a) - 1
	return append(append(a[:last:last], a[last]+b[0]), b[1:]...)
}

func (e *exporter) chain(s stmt) []string {
	lines := []string{e.assign(s.As, e.given(s.Given))}
	for i, link := range s.Links {
		after := ")"
		if i == len(s.Links)-1 {
			after = ");"
		}
		var next []string
		switch link.Kind {
		case script.LinkThen:
			next = e.callback(".then(", "", link.Body, after)
		case script.LinkCatch:
			next = e.callback(".catch(", "error", link.Body, after)
		case script.LinkFinally:
			next = e.callback(".finally(", "", link.Body, after)
		}
		lines = append(lines, indent(next)...)
	}
	return lines
}

func (e *exporter) combine(s stmt) []string {
	var members []string
	for _, h := range s.Members {
		members = append(members, e.names.handles[h])
	}
	return []string{e.assign(s.As, fmt.Sprintf("Promise.%s([%s]);", s.Verb, strings.Join(members, ", ")))}
}

// call keeps the promise that a function returns. What else it returns does
// not take the name away from the promise before.
func (e *exporter) call(s stmt) []string {
	code := e.names.functions[s.Func] + "()"
	switch {
	case s.As == script.None:
		return []string{code + ";"}
	case e.prog.Functions[s.Func].Generator:
		return []string{e.assign(s.As, code+";")}
	case e.isPromise(script.Given{Kind: script.GivenCall, Func: s.Func}):
		return []string{e.assign(s.As, code+";")}
	}
	return []string{e.assign(s.As, e.use(helpPromise)+"("+code+", "+e.names.handles[s.As]+");")}
}

// await keeps the promise that is awaited, if what is given is one.
func (e *exporter) await(s stmt) []string {
	code := e.given(s.Given)
	if code == "" {
		code = "undefined"
	}
	switch {
	case s.As == script.None || s.Given.Kind == script.GivenValue || s.Given.Kind == script.GivenThenable:
		return []string{"await " + code + ";"}
	case e.isPromise(s.Given):
		return []string{"await (" + e.assign(s.As, code+");")}
	}
	return open("", []string{
		"const awaited = " + code + ";",
		e.assign(s.As, e.use(helpPromise)+"(awaited, "+e.names.handles[s.As]+");"),
		"await awaited;",
	})
}

// isPromise reports whether what is given is a promise whatever happens.
func (e *exporter) isPromise(g script.Given) bool {
	switch g.Kind {
	case script.GivenResolved, script.GivenRejected:
		return true
	case script.GivenCall:
		f := &e.prog.Functions[g.Func]
		return f.Async && !f.Generator && f.Limit == 0
	}
	return false
}

// giveBack keeps in a constant what an async generator gives back: WebKit does not await
// what a call in tail position gives there.
func (e *exporter) giveBack(s stmt) []string {
	code := e.given(s.Given)
	if e.generator && strings.HasSuffix(code, ")") {
		return []string{"const returned = " + code + ";", "return returned;"}
	}
	return []string{strings.TrimSpace("return "+code) + ";"}
}

// functions are the scenario's functions, before the script.
func (e *exporter) functions() []string {
	var lines []string
	for id := range e.prog.Functions {
		lines = append(append(lines, e.function(script.FuncID(id))...), "")
	}
	return lines
}

func (e *exporter) function(id script.FuncID) []string {
	f, name := &e.prog.Functions[id], e.names.functions[id]
	e.generator = f.Generator
	defer func() { e.generator = false }()
	async := ""
	if f.Async {
		async = "async "
	}
	switch {
	case f.Limit == 0 && f.Generator:
		return open("async function* "+name+"() ", e.statements(f.Body))
	case f.Limit == 0:
		return open(async+"function "+name+"() ", e.statements(f.Body))
	case f.Generator:
		head := fmt.Sprintf("const %s = %s(%d, async function* ", name, e.use(helpLimitedGenerator), f.Limit)
		return block(head+"() ", e.statements(f.Body), ");")
	}
	head := fmt.Sprintf("const %s = %s(%d, %s", name, e.use(helpLimited), f.Limit, async)
	return block(head+"() => ", e.statements(f.Body), ");")
}
