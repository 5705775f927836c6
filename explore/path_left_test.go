package explore_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"evsim/explore"
	"evsim/internal/say"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
)

// abandoned are scenarios of which a run that is abandoned within a callback asks on,
// and asks other questions than one that goes on.
var abandoned = map[string]string{
	"node26": `
evsim: 1
name: work in microtasks
clock: {startup: 750us, skew: {steps: [{at: 1000us, by: -500us}, {at: 2500us, by: -2000us}]}}
costs: {microtask: 0us..700us}
script:
  - {setTimeout: 2, do: [{log: other}, {repeat: 2, do: {log: l2}}]}
  - {promise: q, do: {resolve: q}}
  - {io: file, latency: 1250us, do: {log: l3}}
  - {io: net, latency: 750us, do: [{log: l4}, {io: net, latency: 750us, do: [{log: l5}, {chain: q, links: [{then: {log: l6}}, {catch: {log: l7}}, {finally: {log: l8}}]}]}]}
  - {setImmediate: , do: {log: l9}}
  - {setTimeout: 0, do: [{log: l10}, {exit: 3}]}
  - {io: dns, latency: 500us, do: [{log: other}, {finally: resolved, do: {log: l13}}]}
  - {io: dns, latency: 2000us, do: {log: same}}
`,
	"node22": `
evsim: 1
name: work in callbacks
clock: {startup: 750us..1500us, skew: {offset: 1000us, steps: [{at: 250us, by: -500us}, {at: 2250us, by: -500us}]}}
costs: {callback: 100us..400us, turn: 50us, microtask: 0us}
pool: 1
script:
  - {try: {throw: thrown}, catch: [{log: other}, {setTimeout: 2, do: [{log: l2}, {setImmediate: , do: {log: l3}}]}], finally: {log: other}}
  - {io: crypto, latency: 750us, do: {log: l5}}
  - {io: net, latency: 1ms, do: {log: socket}}
  - {setTimeout: 1, do: [{log: l6}, {throw: oops}]}
  - {setTimeout: 3, do: {log: l7}}
`,
}

// TestExamplesOfAbandonedRuns: a search for examples leaves a run in the middle of what
// it knows of it once all orders that begin so have theirs.
func TestExamplesOfAbandonedRuns(t *testing.T) {
	for on, src := range abandoned {
		setting := program.NewSetting(parsed(t, src), policy(t, on))
		for _, apart := range []bool{false, true} {
			found := explore.Explore(t.Context(), setting, explore.Options{Small: 1, Apart: apart})
			all := make([]int, len(found.Orders))
			for i := range all {
				all[i] = i
			}
			if why := found.Exemplify(t.Context(), all...); why != "" || len(all) < 2 {
				t.Errorf("%s: %d orders: %s", on, len(all), why)
			}
		}
	}
}

// counted is a scenario of which each run that asks whether it is to halt counts, down to
// the one after which all searches are over.
type counted struct {
	*scenario.Scenario
	left int
	over context.CancelCauseFunc
}

var errCounted = errors.New("counted down")

func (c *counted) Prepare(p model.Policy, w *program.World, o program.Options) program.Run {
	halt := o.Halt
	o.Halt = func() bool {
		if c.left--; c.left == 0 {
			c.over(errCounted)
		}
		return halt()
	}
	return c.Scenario.Prepare(p, w, o)
}

// TestEndsAnywhere ends searches at each of the places at which runs ask whether they are
// to halt. They end with that, and with no failure of their own.
func TestEndsAnywhere(t *testing.T) {
	for on, src := range abandoned {
		s := withRules(t, src, []string{map[string]string{"node26": "l4 before l6", "node22": "l6 before l7"}[on]})
		setting := program.NewSetting(s, policy(t, on))
		log := texts(explore.Explore(t.Context(), setting, explore.Options{}).Orders[1].Log)
		byStates := explore.Explore(t.Context(), setting, explore.Options{Small: 1})
		for name, search := range map[string]func(context.Context, program.Setting) say.Text{
			"path by path": func(ctx context.Context, s program.Setting) say.Text {
				return explore.Explore(ctx, s, explore.Options{}).Why
			},
			"state by state": func(ctx context.Context, s program.Setting) say.Text {
				return explore.ByStates(ctx, s, explore.Options{}).Why
			},
			"one log": func(ctx context.Context, s program.Setting) say.Text {
				return explore.Search(ctx, s, explore.Options{}, log, nil, nil).Why
			},
			"a rule": func(ctx context.Context, in program.Setting) say.Text {
				return explore.Prove(ctx, in, explore.Options{Searched: true}, s.Rules[0].Watch()).Why
			},
			"examples": func(ctx context.Context, in program.Setting) say.Text {
				r := byStates.In(in)
				return r.Exemplify(ctx, 0, len(r.Orders)-1)
			},
		} {
			n := 1
			for ; n < 1000; n++ {
				ctx, over := context.WithCancelCause(t.Context())
				c := &counted{s, n, over}
				in := setting
				in.Program = c
				why := search(ctx, in)
				if c.left > 0 {
					break
				}
				if why.String() != errCounted.Error() {
					t.Fatalf("%s, %s, halted as it is asked for the %d. time: %q", on, name, n, why)
				}
			}
			if n < 5 {
				t.Errorf("%s, %s: asked %d times", on, name, n)
			}
		}
	}
}

// TestNothingIsProvedOfTooMany: a run that has more unknown lengths than are told apart
// does not end well because its rule was decided.
func TestNothingIsProvedOfTooMany(t *testing.T) {
	var src strings.Builder
	src.WriteString("evsim: 1\nname: many\nscript:\n")
	for i := range 255 {
		fmt.Fprintf(&src, "  - {io: net, latency: %dms..%dms, do: {log: x%d}}\n", i*5+1, i*5+2, i)
	}
	src.WriteString("  - {io: net, latency: 2000ms..2010ms, do: {log: a}}\n  - {io: net, latency: 2004ms..2006ms, do: {log: b}}\n")
	s := withRules(t, src.String(), []string{"a before b"})
	for name, o := range ways {
		p := explore.Prove(t.Context(), program.NewSetting(s, policy(t, "node22")), o, s.Rules[0].Watch())
		if p.Verdict == program.Proved || p.Why == "" {
			t.Errorf("%s: %s: %q", name, p.Verdict, p.Why)
		}
	}
}
