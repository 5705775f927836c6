package observe

import (
	"fmt"
	"strings"

	"evsim/scenario/script"
)

// iterationWriters is the code of the verbs of async iteration.
func iterationWriters(table map[script.Verb]writer) {
	table[script.VerbNext] = (*exporter).request
	table[script.VerbGeneratorReturn] = (*exporter).request
	table[script.VerbGeneratorThrow] = (*exporter).request
	table[script.VerbYield] = (*exporter).yield
	table[script.VerbYieldStar] = (*exporter).yield
	table[script.VerbForAwait] = (*exporter).forAwait
}

// request calls a method of a generator: next, return or throw.
func (e *exporter) request(s stmt) []string {
	method := strings.TrimPrefix(s.Verb.String(), "generator.")
	return []string{e.assign(s.As, fmt.Sprintf("%s.%s(%s);", e.names.handles[s.Target], method, e.given(s.Given)))}
}

func (e *exporter) yield(s stmt) []string {
	what := e.given(s.Given)
	if s.Verb == script.VerbYieldStar {
		what = e.iterable(s)
	}
	return []string{strings.TrimSpace(s.Verb.String()+" "+what) + ";"}
}

// iterable is what a loop goes over.
func (e *exporter) iterable(s stmt) string {
	switch {
	case s.Func != script.None:
		return e.names.functions[s.Func] + "()"
	case s.Target != script.None:
		return e.names.handles[s.Target]
	}
	elements := make([]string, len(s.Elements))
	for i, g := range s.Elements {
		elements[i] = e.given(g)
	}
	return "[" + strings.Join(elements, ", ") + "]"
}

// forAwait counts the rounds in a variable of its own where it breaks.
func (e *exporter) forAwait(s stmt) []string {
	body := e.statements(s.Do)
	head := "for await (const item of " + e.iterable(s) + ") "
	if s.Count == 0 {
		return open(head, body)
	}
	body = append(body, "if (--left === 0) break;")
	return open("", append([]string{fmt.Sprintf("let left = %d;", s.Count)}, open(head, body)...))
}
