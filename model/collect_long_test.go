package model

import (
	"fmt"
	"testing"

	"evsim/ecma"
	"evsim/sim"
)

// chain is a Script that does one thing again and again, each time in a
// microtask of its own, and lets go of what it held.
type chain struct {
	*Runtime
	left  int
	thing func(*chain)
	held  []uint32
	gens  []uint32
	owner map[uint32]uint32 // generators by their frames
	made  uint32            // generators
}

// nothing is a callback that does nothing.
const nothing = 1

func (c *chain) Main() bool {
	c.QueueMicrotask(0)
	return false
}

func (c *chain) Call(callback uint32, _ ecma.Value) (ecma.Value, bool) {
	if callback == nothing {
		return ecma.Value{}, false
	}
	c.thing(c)
	c.held, c.gens = c.held[:0], c.gens[:0]
	if c.left--; c.left > 0 {
		c.QueueMicrotask(0)
	}
	return ecma.Value{}, false
}

// Resume lets generators go on, whose frames say what they do.
func (c *chain) Resume(frame uint32, with ecma.Completion) {
	g := c.owner[frame]
	switch {
	case frame == 0:
	case with.Type != ecma.Normal || frame%kinds == ends:
		delete(c.owner, frame)
		c.EndGenerator(g, with)
	case frame%kinds == yields:
		c.Yield(g, ecma.Value{Kind: ecma.ValuePlain})
	case frame%kinds == delegates:
		c.Delegate(g, c.NewArray([]ecma.Value{{Kind: ecma.ValuePlain}}))
	}
}

// What the bodies of a chain's generators do.
const (
	yields    = iota // again and again
	delegates        // to an array, again and again
	ends
	kinds
)

func (c *chain) generator(kind uint32) uint32 {
	c.made++
	frame := c.made*kinds + kind
	g := c.NewGenerator(frame)
	c.owner[frame] = g
	c.gens = append(c.gens, g)
	return g
}

func (c *chain) next(g uint32) { c.Request(g, ecma.Completion{}) }

func (c *chain) MarkFrame(uint32, ecma.Marker)          {}
func (c *chain) DropFrame(frame uint32)                 { delete(c.owner, frame) }
func (c *chain) Describe(uint32) (string, sim.Pos)      { return "callback", sim.Pos{} }
func (c *chain) DescribeFrame(uint32) (string, sim.Pos) { return "frame", sim.Pos{} }
func (c *chain) ErrorText(ecma.Value) string            { return "error" }

func (c *chain) MarkRoots(m ecma.Marker) {
	for _, p := range c.held {
		m.Promise(p)
	}
	for _, g := range c.gens {
		m.Iterator(g)
	}
}

func (c *chain) settled() uint32 { return c.hold(c.NewSettled(ecma.Value{}, false)) }

func (c *chain) hold(p uint32) uint32 {
	c.held = append(c.held, p)
	return p
}

// long are the things that a chain does; none of them leaves anything behind.
var long = map[string]func(*chain){
	"settled":            func(c *chain) { c.settled() },
	"pending":            func(c *chain) { c.NewPromise() },
	"then":               func(c *chain) { c.Then(c.settled(), nothing, ecma.NoCallback) },
	"then of pending":    func(c *chain) { c.Then(c.NewPromise(), nothing, ecma.NoCallback) },
	"a chain of pending": func(c *chain) { c.Then(c.Then(c.NewPromise(), nothing, nothing), nothing, nothing) },
	"finally":            func(c *chain) { c.Finally(c.settled(), nothing) },
	"await":              func(c *chain) { c.Await(ecma.Value{}, 0) },
	"resolved with a promise": func(c *chain) {
		p := c.settled()
		c.Resolve(c.NewPromise(), ecma.Value{Kind: ecma.ValuePromise, Ref: p})
	},
	"all of none":            func(c *chain) { c.Combine(ecma.All, nil) },
	"all of settled":         func(c *chain) { c.Combine(ecma.All, []uint32{c.settled(), c.settled()}) },
	"subclassed":             func(c *chain) { c.Then(c.hold(c.NewSubclassed()), nothing, ecma.NoCallback) },
	"all of subclassed":      func(c *chain) { c.Combine(ecma.All, []uint32{c.hold(c.NewSubclassed()), c.hold(c.NewSubclassed())}) },
	"a generator":            func(c *chain) { c.generator(yields) },
	"a generator suspended":  func(c *chain) { c.next(c.generator(yields)) },
	"a generator of several": func(c *chain) { g := c.generator(yields); c.next(g); c.next(g); c.next(g) },
	"a generator over":       func(c *chain) { c.next(c.generator(ends)) },
	"yield* suspended":       func(c *chain) { c.next(c.generator(delegates)) },
	"yield* returned": func(c *chain) {
		g := c.generator(delegates)
		c.next(g)
		c.Request(g, ecma.Completion{Type: ecma.Return})
	},
	"return of a generator": func(c *chain) {
		c.Request(c.generator(yields), ecma.Completion{Type: ecma.Return, Value: ecma.Value{Kind: ecma.ValuePromise, Ref: c.settled()}})
	},
	"arrays": func(c *chain) {
		c.NewArray([]ecma.Value{{Kind: ecma.ValuePlain}, {Kind: ecma.ValuePromise, Ref: c.settled()}})
	},
	"race of pending": func(c *chain) { c.Combine(ecma.RaceOf, []uint32{c.hold(c.NewPromise()), c.settled()}) },
}

// run does the thing as often, and says what the promises take up then.
func (c *chain) run(p Policy, times int) string {
	c.left, c.owner, c.made = times, map[uint32]uint32{}, 0
	c.Runtime = New(Config{Policy: p, Script: c, World: World{Pool: 4, PromiseRoom: 64}})
	c.Run()
	return fmt.Sprint(c.Footprint())
}

// TestLongRunsHoldNoMore does things 1,000 and 20,000 times: what the promises
// take up is the same.
func TestLongRunsHoldNoMore(t *testing.T) {
	for name, thing := range long {
		for _, p := range []Policy{node10(), node26(), browser()} {
			c := &chain{thing: thing}
			if short, long := c.run(p, 1000), c.run(p, 20_000); short != long {
				t.Errorf("%s, %s: a short run holds %s; a long one holds %s", name, p.Name, short, long)
			}
		}
	}
}
