package fuzz

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Page is the browser program of a seed: tasks of every priority, yield,
// microtasks, mutation observers, listeners, timers, intervals and messages. A
// timed one also has frames and idle callbacks, which no virtual clock drives,
// and delays that are far enough apart for real time.
func Page(seed uint64, timed bool) string {
	g := &pageGenerator{Rand: rand.New(rand.NewPCG(seed, 2)), timed: timed}
	fmt.Fprintf(&g.out, "evsim: 1\nname: page %d\npolicies: [browser, firefox]\n", seed)
	if timed {
		g.out.WriteString("display: {phase: 0ms..16ms}\n")
	}
	g.out.WriteString("functions:\n")
	for _, name := range []string{"f1", "f2", "f3"} {
		g.function(name, true)
	}
	for _, name := range []string{"changed-a", "changed-b", "listener", "message-1", "message-2", "message-3"} {
		g.function(name, false)
	}
	g.out.WriteString(`script:
  - promise: p1
  - promise: p2
  - observe: a
    do: {call: changed-a}
  - observe: b
    do: {call: changed-b}
  - listen: t
    do: {call: listener}
  - channel: c1
    do: {call: message-1}
  - channel: c2
    do: {call: message-2}
  - channel: w
    via: window
    do: {call: message-3}
`)
	for range 3 + g.IntN(6) {
		g.statement(0, false, "  ")
	}
	return g.out.String()
}

// pageGenerator writes one program.
type pageGenerator struct {
	*rand.Rand
	out    strings.Builder
	timed  bool
	labels int
}

func (g *pageGenerator) pick(from ...string) string { return from[g.IntN(len(from))] }

func (g *pageGenerator) line(indent, text string) { g.out.WriteString(indent + text + "\n") }

func (g *pageGenerator) log(indent string) {
	g.labels++
	g.line(indent, fmt.Sprintf("- log: L%d", g.labels))
}

// function is one that runs three times at most, so that every program ends.
func (g *pageGenerator) function(name string, async bool) {
	g.line("  ", name+":")
	if async {
		g.line("    ", "async: true")
	}
	g.line("    ", "limit: 3")
	g.line("    ", "do:")
	g.body(1, async, "      ")
}

func (g *pageGenerator) body(depth int, async bool, indent string) {
	g.log(indent)
	if depth < 3 {
		for range g.IntN(3) {
			g.statement(depth+1, async, indent)
		}
	}
}

// callback is a statement with a callback.
func (g *pageGenerator) callback(depth int, indent, head string, keys ...string) {
	g.line(indent, "- "+head)
	for _, key := range append(keys, "do:") {
		g.line(indent+"  ", key)
	}
	g.body(depth, false, indent+"    ")
}

func (g *pageGenerator) statement(depth int, async bool, indent string) {
	verbs := []string{"setTimeout", "setInterval", "postTask", "postTask", "queueMicrotask", "then", "then", "mutate", "postMessage", "postMessage", "dispatch", "call", "resolve"}
	if async {
		verbs = append(verbs, "await", "yield", "yield")
	}
	if g.timed {
		verbs = append(verbs, "requestAnimationFrame", "requestIdleCallback")
	}
	switch verb := g.pick(verbs...); verb {
	case "setTimeout":
		g.callback(depth, indent, verb+": "+g.delay("0", "0", "1", "2", "5", "20"))
	case "setInterval":
		g.callback(depth, indent, verb+": "+g.delay("0", "1", "2", "10"), fmt.Sprintf("times: %d", 1+g.IntN(3)))
	case "postTask":
		g.callback(depth, indent, verb+": "+g.pick("background", "user-visible", "user-blocking"))
	case "then":
		g.callback(depth, indent, verb+": "+g.pick("resolved", "p1", "p2"))
	case "queueMicrotask", "requestAnimationFrame", "requestIdleCallback":
		g.callback(depth, indent, verb+":")
	case "yield":
		g.line(indent, "- yield: scheduler")
		g.log(indent)
	default:
		g.line(indent, "- "+verb+": "+g.pick(map[string][]string{
			"mutate": {"a", "b"}, "postMessage": {"c1", "c2", "w"}, "dispatch": {"t"}, "call": {"f1", "f2", "f3"}, "resolve": {"p1", "p2"},
			"await": {"value", "resolved", "thenable", "{promise: p1}", "{promise: p2}"},
		}[verb]...))
	}
}

// delay is one of some delays, or in real time one that is far from others.
func (g *pageGenerator) delay(from ...string) string {
	if g.timed {
		return g.pick("0", "0", "30", "60")
	}
	return g.pick(from...)
}
