package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"evsim/ecma"
	"evsim/sim"
)

// actor is a Script that does what its dice say with the few promises that it
// holds. It logs no names of promises, so two runs that reuse them differently
// log the same.
type actor struct {
	rt    *Runtime
	seed  uint64
	dice  uint64
	held  [4]uint32         // nowhere: let go
	gens  [2]uint32         // generators, or arrays; nowhere: let go
	owner map[uint32]uint32 // generators by the frames of their bodies
	left  int               // actions
	next  uint32            // number of the next callback
	depth int
	log   []string
	after func(*Runtime) // done after every action; nil: nothing
}

// nowhere is no promise and no iterator.
const nowhere = ^uint32(0)

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

func (a *actor) Call(callback uint32, given ecma.Value) (ecma.Value, bool) {
	a.note("call %d with %d", callback, given.Kind)
	a.depth++
	for range a.below(4) {
		a.act()
	}
	a.depth--
	if a.below(6) == 0 {
		return ecma.Value{Kind: ecma.ValueError, Ref: callback}, true
	}
	return a.value(), false
}

func (a *actor) Resume(frame uint32, with ecma.Completion) {
	a.note("resume %d with %d, %d", frame, with.Value.Kind, with.Type)
	a.depth++
	for range a.below(3) {
		a.act()
	}
	if g, ok := a.owner[frame]; ok {
		a.stop(g, frame)
	}
	a.depth--
}

// stop is how the body of a generator stops.
func (a *actor) stop(g, frame uint32) {
	r := a.rt
	switch a.below(8) {
	case 0:
		delete(a.owner, frame)
		r.EndGenerator(g, ecma.Completion{Type: ecma.Throw, Value: ecma.Value{Kind: ecma.ValueError, Ref: 3}})
	case 1, 2:
		delete(a.owner, frame)
		r.EndGenerator(g, ecma.Completion{})
	case 3:
		r.ReturnAwaited(g, a.value())
	case 4:
		r.Await(a.value(), frame)
	case 5:
		if over := a.iterator(); a.depth < 20 {
			r.Delegate(g, over)
			return
		}
		fallthrough
	default:
		r.Yield(g, a.value())
	}
}

// iterator is one that the actor holds; it makes one when it holds none there.
func (a *actor) iterator() uint32 {
	at := a.below(len(a.gens))
	if a.gens[at] == nowhere {
		a.gens[at] = a.newIterator()
	}
	return a.gens[at]
}

func (a *actor) newIterator() uint32 {
	if a.below(3) == 0 {
		for i := range a.held {
			a.held[i] = a.rt.NewSettled(ecma.Value{Kind: ecma.ValuePlain}, a.below(4) == 0)
		}
		return a.rt.NewArray([]ecma.Value{{Kind: ecma.ValuePromise, Ref: a.held[0]}, {Kind: ecma.ValuePromise, Ref: a.held[1]}, {Kind: ecma.ValuePromise, Ref: a.held[2]}})
	}
	frame := a.callback()
	g := a.rt.NewGenerator(frame)
	a.owner[frame] = g
	return g
}

func (a *actor) MarkFrame(uint32, ecma.Marker) {}
func (a *actor) DropFrame(frame uint32)        { delete(a.owner, frame) }

func (a *actor) Describe(uint32) (string, sim.Pos)      { return "callback", sim.Pos{} }
func (a *actor) DescribeFrame(uint32) (string, sim.Pos) { return "frame", sim.Pos{} }
func (a *actor) ErrorText(v ecma.Value) string          { return fmt.Sprint("error ", v.Kind) }

func (a *actor) MarkRoots(m ecma.Marker) {
	for _, p := range a.held {
		if p != nowhere {
			m.Promise(p)
		}
	}
	for _, g := range a.gens {
		if g != nowhere {
			m.Iterator(g)
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
		return ecma.NoCallback
	}
	return a.callback()
}

// promise is one that the actor holds; it makes one when it holds none there.
func (a *actor) promise() uint32 {
	at := a.below(len(a.held))
	if a.held[at] == nowhere {
		a.held[at] = a.rt.NewPromise()
	}
	return a.held[at]
}

func (a *actor) value() ecma.Value {
	switch a.below(6) {
	case 5: // that nothing else holds
		return ecma.Value{Kind: ecma.ValuePromise, Ref: a.rt.NewSettled(ecma.Value{Kind: ecma.ValuePlain}, a.below(3) == 0)}
	case 0:
		return ecma.Value{Kind: ecma.ValuePlain}
	case 1:
		return ecma.Value{Kind: ecma.ValueThenable}
	case 2:
		return ecma.Value{Kind: ecma.ValuePromise, Ref: a.promise()}
	}
	return ecma.Value{}
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
	switch a.below(18) {
	case 0:
		a.held[a.below(len(a.held))] = nowhere
	case 1:
		p := a.promise()
		r.Resolve(p, a.value())
	case 2:
		r.Reject(a.promise(), ecma.Value{Kind: ecma.ValueError, Ref: 1})
	case 3, 4, 5:
		a.keep(r.Then(a.promise(), a.handler(), a.handler()))
	case 6:
		a.keep(r.Finally(a.promise(), a.callback()))
	case 7:
		r.Await(a.value(), a.callback())
	case 8:
		members := []uint32{a.promise(), a.promise()}
		if a.held[0] != nowhere && slices.Contains(a.held[:], members[0]) && slices.Contains(a.held[:], members[1]) {
			a.keep(r.Combine(ecma.Combinator(a.below(4)), members))
		}
	case 9:
		a.keep(r.NewSettled(ecma.Value{Kind: ecma.ValuePlain}, a.below(2) == 0))
	case 10:
		r.QueueMicrotask(a.callback())
	case 11:
		r.SetTimer(float64(a.below(3)), a.callback(), false, false)
	case 13:
		a.gens[a.below(len(a.gens))] = nowhere
	case 14, 15, 16, 17:
		if g := a.iterator(); a.depth < 20 {
			a.keep(r.Request(g, ecma.Completion{Type: ecma.CompletionType(max(0, a.below(5)-2)), Value: a.value()}))
		}
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
	a := &actor{
		seed: seed, dice: seed, left: 150, held: [4]uint32{nowhere, nowhere, nowhere, nowhere},
		gens: [2]uint32{nowhere, nowhere}, owner: map[uint32]uint32{},
	}
	world.Pool = 4
	a.rt = New(Config{Policy: p, Script: a, World: world, Seed: seed})
	return a
}

// TestCollectKeepsWhatIsReached runs random scripts that collect often, and the
// same that never do: what a script does must not depend on it.
func TestCollectKeepsWhatIsReached(t *testing.T) {
	for _, p := range Policies() {
		t.Run(p.Name, func(t *testing.T) {
			for seed := range uint64(300) {
				never := newActor(p, seed, World{PromiseRoom: 1 << 12})
				want := never.rt.Run()
				for name, after := range map[string]func(*Runtime){"when full": nil, "at each new promise": func(*Runtime) {}, "after each action": (*Runtime).Collect} {
					a := newActor(p, seed, World{PromiseRoom: 1, PromiseStress: after != nil})
					a.after = after
					if got := a.rt.Run(); got.Reason != want.Reason || !slices.Equal(a.log, never.log) {
						t.Fatalf("seed %d, collected %s: %v\n%s\nnever: %v\n%s", seed, name, got.Reason, strings.Join(a.log, "\n"), want.Reason, strings.Join(never.log, "\n"))
					}
				}
			}
		})
	}
}
