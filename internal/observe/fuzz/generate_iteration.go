package fuzz

import (
	"strconv"
	"strings"
)

// iterationChoices are the statements of async iteration.
func iterationChoices() []choice {
	generators := func(_ *generator, s *scope) bool { return len(s.generators) > 0 }
	yields := func(_ *generator, s *scope) bool { return s.yields }
	return []choice{
		{10, "generator", generators, (*generator).request},
		{22, "generator", yields, (*generator).yield},
		{8, "generator", yields, (*generator).yieldStar},
		{5, "generator", func(_ *generator, s *scope) bool { return s.await }, (*generator).forAwait},
		{5, "generator", func(g *generator, _ *scope) bool { return len(g.makers()) > 0 }, (*generator).callMaker},
	}
}

// makers are the functions that make generators.
func (g *generator) makers() (names []string) {
	for _, f := range g.draft.functions {
		if f.generator {
			names = append(names, f.name)
		}
	}
	return names
}

// keepGenerator names a generator.
func (g *generator) keepGenerator(out *stmt, s *scope) {
	name := g.name("it")
	out.with("as", name)
	s.generators = append(s.generators[:len(s.generators):len(s.generators)], name)
	g.all = append(g.all, name)
}

func (g *generator) callMaker(s *scope) *stmt {
	out := &stmt{verb: "call", arg: g.pick(g.makers()...)}
	g.keepGenerator(out, s)
	return out
}

// one is a generator, now and then one that is not there yet.
func (g *generator) one(s *scope) string {
	if g.may("undefined") && g.chance(2) {
		return g.pick(g.all...)
	}
	return g.pick(s.generators...)
}

func (g *generator) request(s *scope) *stmt {
	out := &stmt{verb: g.pick("next", "next", "next", "next", "generator.return", "generator.throw"), arg: g.one(s)}
	if out.verb != "next" && g.chance(70) {
		out.with("with", g.given(s))
	}
	g.keep(out, s)
	return out
}

func (g *generator) yield(s *scope) *stmt { return &stmt{verb: "yield", arg: g.given(s)} }

func (g *generator) yieldStar(s *scope) *stmt { return &stmt{verb: "yield*", arg: g.iterable(s)} }

func (g *generator) forAwait(s *scope) *stmt {
	out := &stmt{verb: "for await", arg: g.iterable(s)}
	if g.chance(30) {
		out.with("times", strconv.Itoa(1+g.IntN(3)))
	}
	return out.body("do", g.body(s.deeper()))
}

// iterable is a generator, a call of what makes one, or an array.
func (g *generator) iterable(s *scope) string {
	switch n := g.IntN(10); {
	case n < 3 && len(s.generators) > 0:
		return g.one(s)
	case n < 7 && len(g.makers()) > 0:
		return "{call: " + g.pick(g.makers()...) + "}"
	}
	elements := make([]string, g.IntN(4))
	for i := range elements {
		elements[i] = g.given(s)
	}
	return "[" + strings.Join(elements, ", ") + "]"
}
