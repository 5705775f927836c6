package fuzz

import (
	"fmt"
	"strings"

	"evsim/model"
)

// given is what a promise is given.
func (g *generator) given(s *scope) string {
	words := []string{"value", "value", "resolved", "thenable"}
	if g.may("rejection") {
		words = append(words, "rejected")
	}
	if len(s.promises) > 0 {
		words = append(words, "promise", "promise")
	}
	if len(g.draft.functions) > 0 {
		words = append(words, "call")
	}
	switch word := g.pick(words...); word {
	case "promise":
		return "{promise: " + g.pick(s.promises...) + "}"
	case "call":
		return "{call: " + g.draft.functions[g.IntN(len(g.draft.functions))].name + "}"
	default:
		return word
	}
}

func (g *generator) giveBack(s scope) *stmt { return &stmt{verb: "return", arg: g.given(&s)} }

// base is what a then is called on.
func (g *generator) base(s *scope) string {
	switch {
	case g.may("undefined") && len(g.every) > 0 && g.chance(2):
		return g.pick(g.every...)
	case len(s.promises) > 0 && g.chance(65):
		return g.pick(s.promises...)
	case g.may("rejection") && g.chance(30):
		return "rejected"
	}
	return "resolved"
}

// keep names the promise that a statement makes.
func (g *generator) keep(out *stmt, s *scope) {
	if !g.chance(50) {
		return
	}
	name := g.name("p")
	out.with("as", name)
	s.promises = append(s.promises[:len(s.promises):len(s.promises)], name)
	g.every = append(g.every, name)
}

func (g *generator) promise(s *scope) *stmt {
	name := g.name("p")
	out := &stmt{verb: "promise", arg: name}
	if g.may("subclass") && g.chance(12) {
		out.with("subclass", "true")
	}
	in := s.callback()
	in.own = append(in.own[:len(in.own):len(in.own)], name)
	if g.chance(65) {
		body := dropReturn(g.body(in))
		if g.chance(70) {
			body = append(body, g.settle(&scope{promises: s.promises, own: []string{name}}))
		}
		out.body("do", body)
	}
	s.promises = append(s.promises[:len(s.promises):len(s.promises)], name)
	s.own = append(s.own[:len(s.own):len(s.own)], name)
	g.every = append(g.every, name)
	return out
}

func (g *generator) settle(s *scope) *stmt {
	out := &stmt{verb: "resolve", arg: g.pick(s.own...)}
	if g.may("rejection") && g.chance(25) {
		out.verb = "reject"
	}
	if g.chance(80) {
		out.with("with", g.given(s))
	}
	return out
}

func (g *generator) then(s *scope) *stmt {
	out := &stmt{verb: "then", arg: g.base(s)}
	in := s.callback()
	switch n := g.IntN(10); {
	case n < 5:
		out.body("do", g.body(in))
	case n < 7:
		out.body("do", g.body(in)).body("catch", g.body(in.catching()))
	case n < 9 || !g.may("finally"):
		out.verb = "catch"
		out.body("do", g.body(in.catching()))
	default:
		out.verb = "finally"
		out.body("do", g.body(in))
	}
	g.keep(out, s)
	return out
}

func (g *generator) chain(s *scope) *stmt {
	out := &stmt{verb: "chain", arg: g.base(s)}
	in := s.callback()
	var links []link
	for range 2 + g.IntN(3) {
		switch n := g.IntN(10); {
		case n < 6:
			links = append(links, link{"then", g.body(in)})
		case n < 8 || !g.may("finally"):
			links = append(links, link{"catch", g.body(in.catching())})
		default:
			links = append(links, link{"finally", g.body(in)})
		}
	}
	out.keys = append(out.keys, key{name: "links", links: links, kind: keyLinks})
	g.keep(out, s)
	return out
}

func (g *generator) combine(s *scope) *stmt {
	verbs := []string{"all", "race"}
	if g.policy.Features.Has(model.AllSettled) {
		verbs = append(verbs, "allSettled")
	}
	if g.policy.Features.Has(model.AnyCombinator) {
		verbs = append(verbs, "any")
	}
	var members []string
	for range g.IntN(4) {
		members = append(members, g.pick(s.promises...))
	}
	out := &stmt{verb: g.pick(verbs...), arg: "[" + strings.Join(members, ", ") + "]"}
	name := g.name("p")
	out.with("as", name)
	s.promises = append(s.promises[:len(s.promises):len(s.promises)], name)
	g.every = append(g.every, name)
	return out
}

func (g *generator) call(s *scope) *stmt {
	f := g.draft.functions[g.IntN(len(g.draft.functions))]
	out := &stmt{verb: "call", arg: f.name}
	switch {
	case f.generator:
		g.keepGenerator(out, s)
	case f.async:
		g.keep(out, s)
	}
	return out
}

func (g *generator) await(s *scope) *stmt {
	out := &stmt{verb: "await", arg: g.given(s)}
	if g.chance(15) && (strings.HasPrefix(out.arg, "resolved") || strings.HasPrefix(out.arg, "{promise")) {
		g.keep(out, s)
	}
	return out
}

// latency is a time that no other sum of times is likely to equal: what
// happens first of two things at one instant is nobody's rule.
func (g *generator) latency() string {
	return fmt.Sprintf("%d.%04dms", g.IntN(9), 1+g.IntN(9998))
}

func (g *generator) net(s *scope) *stmt {
	out := &stmt{verb: "io", arg: g.pick("net", "net", "pipe")}
	if g.chance(75) {
		out.with("latency", g.latency())
	}
	if g.chance(50) {
		name := g.name("s")
		g.sockets = append(g.sockets, name)
		out.with("as", name)
	}
	return out.body("do", g.body(s.callback().catching()))
}

func (g *generator) pool(s *scope) *stmt {
	out := (&stmt{verb: "io", arg: g.pick("file", "file", "crypto", "dns")}).with("latency", g.latency())
	if g.chance(10) {
		out.with("fail", g.name("bad"))
	}
	return out.body("do", g.body(s.callback().catching()))
}

func (g *generator) readFile(s *scope) *stmt {
	out := (&stmt{verb: "readFile", arg: g.pick("./file.js", "./file.js", "./missing.js")}).with("latency", g.latency())
	if g.chance(70) {
		out.body("do", g.body(s.callback()))
	}
	if len(out.keys) == 1 || g.chance(30) {
		out.body("catch", g.body(s.callback()))
	}
	return out
}

func (g *generator) refused(s *scope) *stmt {
	out := (&stmt{verb: "io", arg: g.pick("net", "pipe")}).with("fail", g.name("refused"))
	return out.body("do", g.body(s.callback().catching()))
}

func (g *generator) closeHandle(s *scope) *stmt {
	out := &stmt{verb: "close", arg: g.pick(g.sockets...)}
	if g.chance(80) {
		out.body("do", g.body(s.callback()))
	}
	return out
}
