package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"evsim/clock"
	"evsim/sim"
)

// actor is a Script that does what its dice say with the few promises that it
// holds. It logs no names of promises, so two runs that reuse them differently
// log the same.
type actor struct {
	rt    *Runtime
	seed  uint64
	dice  uint64
	held  [4]uint32 // noPromise: let go
	left  int       // actions
	next  uint32    // number of the next callback
	depth int
	log   []string
	after func(*Runtime) // done after every action; nil: nothing
}

// target and event are what the actor dispatches and listens to.
const target, event = 1, 1

// below is a number from 0 to n-1.
func (a *actor) below(n int) int {
	a.dice = a.dice*6364136223846793005 + 1442695040888963407
	return int(a.dice >> 33 % uint64(n))
}

func (a *actor) Main() bool {
	if n := a.rt.Node(); n != nil {
		n.On(UnhandledRejection, a.callback())
		n.On(UncaughtException, a.callback())
	} else {
		a.rt.Web().Listen(target, event, a.callback())
	}
	for range 6 {
		a.act()
	}
	return false
}

func (a *actor) Call(callback uint32, given Value) (Value, bool) {
	a.note("call %d with %d", callback, given.Kind)
	a.depth++
	for range a.below(4) {
		a.act()
	}
	a.depth--
	if a.below(6) == 0 {
		return Value{Kind: ValueError, Ref: callback}, true
	}
	return a.value(), false
}

func (a *actor) Resume(frame uint32, given Value, rejected bool) {
	a.note("resume %d with %d, rejected %t", frame, given.Kind, rejected)
	for range a.below(3) {
		a.act()
	}
}

func (a *actor) Describe(uint32) (string, sim.Pos)      { return "callback", sim.Pos{} }
func (a *actor) DescribeFrame(uint32) (string, sim.Pos) { return "frame", sim.Pos{} }
func (a *actor) ErrorText(v Value) string               { return fmt.Sprint("error ", v.Kind) }

func (a *actor) Alike(x, y uint32) bool { return x == y }

func (a *actor) Roots(mark func(uint32)) {
	for _, p := range a.held {
		if p != noPromise {
			mark(p)
		}
	}
}

func (a *actor) note(format string, args ...any) {
	a.log = append(a.log, fmt.Sprintf("%d us: ", a.rt.Now()/1000)+fmt.Sprintf(format, args...))
}

func (a *actor) callback() uint32 {
	a.next++
	return a.next
}

// handler is a callback, or none.
func (a *actor) handler() uint32 {
	if a.below(3) == 0 {
		return NoCallback
	}
	return a.callback()
}

// promise is one that the actor holds; it makes one when it holds none there.
func (a *actor) promise() uint32 {
	at := a.below(len(a.held))
	if a.held[at] == noPromise {
		a.held[at] = a.rt.NewPromise()
	}
	return a.held[at]
}

func (a *actor) value() Value {
	switch a.below(5) {
	case 0:
		return Value{Kind: ValuePlain}
	case 1:
		return Value{Kind: ValueThenable}
	case 2:
		return Value{ValuePromise, a.promise()}
	}
	return Value{}
}

// keep holds a new promise, or lets it go.
func (a *actor) keep(p uint32) {
	if at := a.below(2 * len(a.held)); at < len(a.held) {
		a.held[at] = p
	}
}

// act does one thing.
func (a *actor) act() {
	if a.left--; a.left < 0 {
		return
	}
	r := a.rt
	switch a.below(13) {
	case 0:
		a.held[a.below(len(a.held))] = noPromise
	case 1:
		v := a.value()
		r.Resolve(a.promise(), v)
	case 2:
		r.Reject(a.promise(), Value{Kind: ValueError, Ref: 1})
	case 3, 4, 5:
		a.keep(r.Then(a.promise(), a.handler(), a.handler()))
	case 6:
		a.keep(r.Finally(a.promise(), a.callback()))
	case 7:
		r.Await(a.value(), a.callback())
	case 8:
		members := []uint32{a.promise(), a.promise()}
		if a.held[0] != noPromise && slices.Contains(a.held[:], members[0]) && slices.Contains(a.held[:], members[1]) {
			a.keep(r.Combine(Combinator(a.below(4)), members))
		}
	case 9:
		a.keep(r.NewSettled(Value{Kind: ValuePlain}, a.below(2) == 0))
	case 10:
		r.QueueMicrotask(a.callback())
	case 11:
		r.SetTimer(float64(a.below(3)), a.callback(), false, false)
	case 12:
		if w := r.Web(); w != nil && a.depth < 3 {
			w.Dispatch(target, event)
		}
	}
	if a.after != nil {
		a.after(r)
	}
}

func newActor(p Policy, seed uint64, world World) *actor {
	a := &actor{seed: seed, dice: seed, left: 150, held: [4]uint32{noPromise, noPromise, noPromise, noPromise}}
	world.Pool = 4
	a.rt = New(p, a, world, clock.Setup{}, seed, nil, sim.Config{})
	return a
}

// fill makes the slab full, so that the next new promise collects.
func fill(r *Runtime) { r.promises.all = slices.Clip(r.promises.all) }

// reuse collects, so that the next new promises take the place of dead ones.
func reuse(r *Runtime) {
	r.collect()
	fill(r)
}

// TestCollectKeepsWhatIsReached runs random scripts that collect often, and the
// same that never do: what a script does must not depend on it.
func TestCollectKeepsWhatIsReached(t *testing.T) {
	for _, p := range Policies() {
		t.Run(p.Name, func(t *testing.T) {
			for seed := range uint64(300) {
				never := newActor(p, seed, World{PromiseRoom: 1 << 12})
				want := never.rt.Run()
				for name, after := range map[string]func(*Runtime){"when full": nil, "at each new promise": fill, "after each action": reuse} {
					a := newActor(p, seed, World{PromiseRoom: 1})
					a.after = after
					if got := a.rt.Run(); got.Reason != want.Reason || !slices.Equal(a.log, never.log) {
						t.Fatalf("seed %d, collected %s: %v\n%s\nnever: %v\n%s", seed, name, got.Reason, strings.Join(a.log, "\n"), want.Reason, strings.Join(never.log, "\n"))
					}
				}
			}
		})
	}
}

// chain is a Script that does one thing again and again, each time in a
// microtask of its own, and lets go of what it held.
type chain struct {
	*Runtime
	left  int
	thing func(*chain)
	held  []uint32
}

// nothing is a callback that does nothing.
const nothing = 1

func (c *chain) Main() bool {
	c.QueueMicrotask(0)
	return false
}

func (c *chain) Call(callback uint32, _ Value) (Value, bool) {
	if callback == nothing {
		return Value{}, false
	}
	c.thing(c)
	c.held = c.held[:0]
	if c.left--; c.left > 0 {
		c.QueueMicrotask(0)
	}
	return Value{}, false
}

func (c *chain) Resume(uint32, Value, bool)             {}
func (c *chain) Describe(uint32) (string, sim.Pos)      { return "callback", sim.Pos{} }
func (c *chain) DescribeFrame(uint32) (string, sim.Pos) { return "frame", sim.Pos{} }
func (c *chain) ErrorText(Value) string                 { return "error" }

func (c *chain) Alike(x, y uint32) bool { return x == y }

func (c *chain) Roots(mark func(uint32)) {
	for _, p := range c.held {
		mark(p)
	}
}

func (c *chain) settled() uint32 { return c.hold(c.NewSettled(Value{}, false)) }

func (c *chain) hold(p uint32) uint32 {
	c.held = append(c.held, p)
	return p
}

// long are the things that a chain does; none of them leaves anything behind.
var long = map[string]func(*chain){
	"settled":                 func(c *chain) { c.settled() },
	"pending":                 func(c *chain) { c.NewPromise() },
	"then":                    func(c *chain) { c.Then(c.settled(), nothing, NoCallback) },
	"then of pending":         func(c *chain) { c.Then(c.NewPromise(), nothing, NoCallback) },
	"a chain of pending":      func(c *chain) { c.Then(c.Then(c.NewPromise(), nothing, nothing), nothing, nothing) },
	"finally":                 func(c *chain) { c.Finally(c.settled(), nothing) },
	"await":                   func(c *chain) { c.Await(Value{}, 0) },
	"resolved with a promise": func(c *chain) { p := c.settled(); c.Resolve(c.NewPromise(), Value{ValuePromise, p}) },
	"all of none":             func(c *chain) { c.Combine(All, nil) },
	"all of settled":          func(c *chain) { c.Combine(All, []uint32{c.settled(), c.settled()}) },
	"race of pending":         func(c *chain) { c.Combine(RaceOf, []uint32{c.hold(c.NewPromise()), c.settled()}) },
}

// run does the thing as often, and says what the promises take up then.
func (c *chain) run(p Policy, times int) string {
	c.left = times
	c.Runtime = New(p, c, World{Pool: 4, PromiseRoom: 64}, clock.Setup{}, 0, nil, sim.Config{})
	c.Run()
	return fmt.Sprintf("%d promises, %d reactions, %d groups", len(c.promises.all), len(c.promises.reactions), len(c.promises.groups))
}

// TestLongRunsHoldNoMore does things 1,000 and 20,000 times: what the promises
// take up is the same.
func TestLongRunsHoldNoMore(t *testing.T) {
	for name, thing := range long {
		for _, p := range []Policy{Node10(), Node26(), Browser()} {
			c := &chain{thing: thing}
			if short, long := c.run(p, 1000), c.run(p, 20_000); short != long {
				t.Errorf("%s, %s: a short run holds %s; a long one holds %s", name, p.Name, short, long)
			}
		}
	}
}
