package fuzz

import (
	"fmt"
	"math/rand/v2"

	"evsim/model"
)

// Classes are parts of the language that can be left out of programs, to see
// what disagrees without them.
var Classes = []string{
	"promise", "async", "generator", "subclass", "throw", "rejection", "handler", "event", "exit", "interval", "immediate", "unref", "refresh", "clear",
	"net", "pool", "close", "size", "threads", "mark", "warning", "refused", "fraction", "esm", "tick", "undefined", "late", "combinator", "finally", "try", "phase",
}

// generator makes one program.
type generator struct {
	*rand.Rand
	policy  model.Policy
	without map[string]bool
	draft   *draft

	weights []int // of choices, for this program
	labels  int
	names   int
	room    int // statements that may still be made
	timers  []string
	ticks   []string // immediates
	sockets []string
	every   []string // every promise, visible or not
	all     []string // generators, likewise
	marked  bool
}

// scope is where a statement stands.
type scope struct {
	depth    int
	await    bool
	yields   bool
	caught   bool
	returns  bool     // `return` may stand here
	promises []string // made by what runs before
	own      []string // of those, the ones that `promise` made

	generators []string
}

func (s scope) deeper() scope {
	s.depth++
	return s
}

// callback is the scope inside a callback.
func (s scope) callback() scope {
	s = s.deeper()
	s.await, s.yields, s.caught, s.returns = false, false, false, true
	return s
}

func (s scope) catching() scope {
	s.caught = true
	return s
}

// Program is the scenario of a seed, for a policy, without some classes.
func Program(seed uint64, policy model.Policy, without map[string]bool) string {
	return generate(seed, policy, without).yaml()
}

func generate(seed uint64, policy model.Policy, without map[string]bool) *draft {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 1)), policy: policy, without: without}
	g.draft = &draft{name: fmt.Sprint("seed ", seed), policy: policy.Family()}
	if g.room = 4 + g.IntN(32); g.chance(15) {
		g.room += 40
	}
	g.swarm()
	if g.may("phase") {
		g.draft.phase = g.pick("0ms", "0.25ms", "0.5ms", "0.9ms")
	}
	if g.may("threads") && g.chance(30) {
		g.draft.pool = 1 + g.IntN(3)
	}
	g.files()
	g.draft.esm = g.may("esm") && policy.Features.Has(model.ESM) && g.chance(15)
	g.functions()
	top := scope{await: g.draft.esm && policy.Features.Has(model.AnyCombinator)}
	g.draft.main = g.listeners(&top)
	for g.room > 0 {
		g.draft.main = append(g.draft.main, g.statement(&top))
	}
	for _, f := range g.draft.functions {
		g.room = 1 + g.IntN(4)
		f.body = g.body(scope{depth: 1, await: f.async, yields: f.generator, returns: true})
	}
	return g.draft
}

// swarm leaves classes out of a program at random: what one kind of statement
// hides, programs without it show.
func (g *generator) swarm() {
	without := map[string]bool{}
	for _, class := range Classes {
		without[class] = g.without[class] || g.chance(18)
	}
	g.without = without
	for _, c := range choices() {
		g.weights = append(g.weights, c.weight*[]int{1, 3, 3, 3, 10}[g.IntN(5)])
	}
}

func (g *generator) may(class string) bool { return !g.without[class] }

// chance is true in so many of a hundred.
func (g *generator) chance(percent int) bool { return g.IntN(100) < percent }

func (g *generator) pick(from ...string) string { return from[g.IntN(len(from))] }

func (g *generator) name(prefix string) string {
	g.names++
	return fmt.Sprint(prefix, g.names)
}

// files are one that is there and one that is not.
func (g *generator) files() {
	if !g.may("pool") {
		return
	}
	size := 0
	if g.may("size") && g.chance(50) {
		size = []int{1, 8192, 8193, 20000, 524288, 600000}[g.IntN(6)]
	}
	g.draft.files = []string{
		fmt.Sprintf("./file.js: {size: %d}", size),
		"./missing.js: {missing: true}",
	}
}

func (g *generator) functions() {
	if !g.may("async") {
		return
	}
	for range g.IntN(3) {
		f := &function{name: g.name("f"), async: g.chance(75), limit: 1 + g.IntN(3)}
		g.draft.functions = append(g.draft.functions, f)
	}
	if !g.may("generator") {
		return
	}
	for range g.IntN(4) {
		f := &function{name: g.name("g"), async: true, generator: true, limit: 1 + g.IntN(4)}
		g.draft.functions = append(g.draft.functions, f)
	}
}

// listeners begin the script with what listens to the process.
func (g *generator) listeners(s *scope) []*stmt {
	var out []*stmt
	on := func(percent int, class, event string, caught bool) {
		if !g.may(class) || !g.chance(percent) {
			return
		}
		in := s.callback()
		in.caught = caught
		out = append(out, (&stmt{verb: "on", arg: event}).body("do", append([]*stmt{g.log(in)}, g.body(in)...)))
	}
	on(45, "handler", "uncaughtException", true)
	on(35, "rejection", "unhandledRejection", true)
	on(20, "rejection", "rejectionHandled", false)
	on(15, "event", "beforeExit", false)
	on(15, "event", "exit", false)
	on(7, "handler", "uncaughtException", true)
	on(7, "rejection", "unhandledRejection", true)
	on(5, "event", "exit", false)
	if g.may("mark") && g.chance(30) {
		out = append(out, &stmt{verb: "mark", arg: "m"})
		g.marked = true
	}
	return out
}

// body is a body of a few statements.
func (g *generator) body(s scope) []*stmt {
	if s.depth > 5 {
		return []*stmt{g.log(s)}
	}
	n := []int{1, 1, 1, 2, 2, 3, 4}[g.IntN(7)]
	body := []*stmt{g.log(s)}
	for range n - 1 {
		if g.room <= 0 {
			break
		}
		body = append(body, g.statement(&s))
	}
	if g.chance(25) {
		body = append(body, g.log(s))
	}
	if s.returns && g.chance(8) {
		body = append(body, g.giveBack(s))
	}
	return body
}

func (g *generator) log(s scope) *stmt {
	g.labels++
	text := fmt.Sprintf("L%d ${now}", g.labels)
	switch {
	case s.caught && g.chance(60):
		text += " ${error}"
	case g.chance(10):
		text += " ${n}"
	case g.marked && g.chance(20):
		text += " ${m}"
	}
	return &stmt{verb: "log", arg: "'" + text + "'"}
}
