package fuzz

import (
	"fmt"
	"strconv"

	"evsim/model"
)

// choice is a kind of statement, how often it is made, and what it needs.
type choice struct {
	weight int
	class  string
	may    func(*generator, *scope) bool
	make   func(*generator, *scope) *stmt
}

func choices() []choice {
	feature := func(f model.Feature) func(*generator, *scope) bool {
		return func(g *generator, _ *scope) bool { return g.policy.Features.Has(f) }
	}
	promises := func(_ *generator, s *scope) bool { return len(s.promises) > 0 }
	return append(iterationChoices(), []choice{
		{8, "", nil, func(g *generator, s *scope) *stmt { return g.log(*s) }},
		{10, "", nil, (*generator).busy},
		{22, "", nil, (*generator).setTimeout},
		{6, "interval", nil, (*generator).setInterval},
		{10, "immediate", nil, (*generator).setImmediate},
		{9, "tick", nil, (*generator).nextTick},
		{6, "", feature(model.QueueMicrotask), (*generator).queueMicrotask},
		{4, "clear", func(g *generator, _ *scope) bool { return len(g.timers)+len(g.ticks) > 0 }, (*generator).clear},
		{4, "refresh", func(g *generator, _ *scope) bool { return len(g.timers) > 0 }, (*generator).refresh},
		{4, "unref", func(g *generator, _ *scope) bool { return len(g.timers)+len(g.ticks) > 0 }, (*generator).ref},
		{7, "promise", nil, (*generator).promise},
		{6, "promise", func(_ *generator, s *scope) bool { return len(s.own) > 0 }, (*generator).settle},
		{9, "promise", nil, (*generator).then},
		{5, "promise", nil, (*generator).chain},
		{3, "combinator", promises, (*generator).combine},
		{7, "async", func(g *generator, _ *scope) bool { return len(g.draft.functions) > 0 }, (*generator).call},
		{12, "async", func(_ *generator, s *scope) bool { return s.await }, (*generator).await},
		{3, "throw", nil, (*generator).throw},
		{4, "try", nil, (*generator).try},
		{7, "net", nil, (*generator).net},
		{4, "pool", nil, (*generator).pool},
		{2, "pool", nil, (*generator).readFile},
		{2, "refused", nil, (*generator).refused},
		{4, "close", func(g *generator, _ *scope) bool { return len(g.sockets) > 0 }, (*generator).closeHandle},
		{2, "", func(_ *generator, s *scope) bool { return s.depth < 4 }, (*generator).repeat},
		{1, "mark", func(g *generator, _ *scope) bool { return g.marked }, func(*generator, *scope) *stmt { return &stmt{verb: "mark", arg: "m"} }},
		{1, "exit", func(_ *generator, s *scope) bool { return s.depth > 1 }, (*generator).exit},
	}...)
}

// statement makes one statement that may stand in the scope, which learns of
// the promises that it makes.
func (g *generator) statement(s *scope) *stmt {
	g.room--
	able := choices()
	total := 0
	for i, c := range able {
		able[i].weight = 0
		if g.may(c.class) && (c.may == nil || c.may(g, s)) {
			able[i].weight = g.weights[i]
		}
		total += able[i].weight
	}
	at := g.IntN(total)
	for _, c := range able {
		if at -= c.weight; at < 0 {
			return c.make(g, s)
		}
	}
	panic("fuzz: weights do not add up")
}

func (g *generator) busy(*scope) *stmt {
	return &stmt{verb: "busy", arg: g.pick("0.2ms", "0.5ms", "1ms", "1ms", "1.5ms", "2ms", "3ms", "4.75ms", "7ms", "12ms")}
}

func (g *generator) delay() string {
	if g.may("fraction") && g.policy.Family() != "node10" && g.chance(8) {
		return g.pick("1.5", "0.5", "2.9", "5.01")
	}
	if g.may("warning") && g.chance(3) {
		return g.pick("2147483648", ".inf")
	}
	return g.pick("0", "0", "1", "1", "2", "2", "3", "4", "5", "5", "7", "10", "-1", ".nan", "20")
}

func (g *generator) setTimeout(s *scope) *stmt {
	out := &stmt{verb: "setTimeout", arg: g.delay()}
	if g.chance(3) {
		out.arg = ""
	}
	g.keepTimer(out)
	return out.body("do", g.body(s.callback()))
}

// keepTimer names a timer before its callback is made, so that the callback
// may speak of it.
func (g *generator) keepTimer(out *stmt) {
	if g.chance(45) {
		name := g.name("t")
		if len(g.timers) > 0 && g.chance(10) {
			name = g.timers[g.IntN(len(g.timers))]
		} else {
			g.timers = append(g.timers, name)
		}
		out.with("as", name)
	}
	if g.may("unref") && g.chance(8) {
		out.with("unref", "true")
	}
}

func (g *generator) setInterval(s *scope) *stmt {
	out := (&stmt{verb: "setInterval", arg: g.pick("1", "2", "2", "3", "5", "7", "0")}).with("times", strconv.Itoa(1+g.IntN(6)))
	g.keepTimer(out)
	body := g.body(s.callback())
	if g.may("clear") && g.chance(20) && out.keys[len(out.keys)-1].name == "as" {
		body = append([]*stmt{{verb: "clearInterval", arg: out.keys[len(out.keys)-1].text}}, body...)
	}
	return out.body("do", body)
}

func (g *generator) setImmediate(s *scope) *stmt {
	out := &stmt{verb: "setImmediate"}
	if g.chance(40) {
		name := g.name("i")
		g.ticks = append(g.ticks, name)
		out.with("as", name)
	}
	if g.may("unref") && g.chance(10) {
		out.with("unref", "true")
	}
	return out.body("do", g.body(s.callback()))
}

func (g *generator) nextTick(s *scope) *stmt {
	return (&stmt{verb: "nextTick"}).body("do", g.body(s.callback()))
}

func (g *generator) queueMicrotask(s *scope) *stmt {
	return (&stmt{verb: "queueMicrotask"}).body("do", g.body(s.callback()))
}

// handle is a name of a timer, or of an immediate where that may stand too.
func (g *generator) handle() (name string, immediate bool) {
	n := g.IntN(len(g.timers) + len(g.ticks))
	if n < len(g.timers) {
		return g.timers[n], false
	}
	return g.ticks[n-len(g.timers)], true
}

func (g *generator) clear(*scope) *stmt {
	name, immediate := g.handle()
	if immediate {
		return &stmt{verb: "clearImmediate", arg: name}
	}
	return &stmt{verb: g.pick("clearTimeout", "clearInterval"), arg: name}
}

func (g *generator) refresh(*scope) *stmt {
	return &stmt{verb: "refresh", arg: g.timers[g.IntN(len(g.timers))]}
}

func (g *generator) ref(*scope) *stmt {
	name, _ := g.handle()
	return &stmt{verb: g.pick("unref", "unref", "ref"), arg: name}
}

func (g *generator) throw(*scope) *stmt {
	g.labels++
	return &stmt{verb: "throw", arg: fmt.Sprint("E", g.labels)}
}

func (g *generator) try(s *scope) *stmt {
	out := &stmt{verb: "try"}
	in := s.deeper()
	body := g.body(in)
	if g.may("throw") && g.chance(50) {
		body = append(dropReturn(body), g.throw(s))
	}
	out.body("do", body)
	catches := g.chance(75)
	if catches {
		out.body("catch", g.body(in.catching()))
	}
	if !catches || g.chance(40) {
		out.body("finally", g.body(in))
	}
	return out
}

// dropReturn takes off a return, which must be the last statement.
func dropReturn(body []*stmt) []*stmt {
	if n := len(body); n > 0 && body[n-1].verb == "return" {
		return body[:n-1]
	}
	return body
}

func (g *generator) repeat(s *scope) *stmt {
	in := s.deeper()
	in.returns = false
	return (&stmt{verb: "repeat", arg: strconv.Itoa(2 + g.IntN(2))}).body("do", g.body(in))
}

func (g *generator) exit(*scope) *stmt { return &stmt{verb: "exit", arg: g.pick("0", "3")} }
