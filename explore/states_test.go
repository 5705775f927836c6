package explore_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evsim/explore"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
)

// orderSet is the orders without what depends on the way of the search.
func orderSet(r explore.Result) map[string]string {
	set := make(map[string]string)
	for _, o := range r.Orders {
		key, times := o.Stop.Reason.String(), ""
		for _, line := range o.Log {
			key += "\n" + line.Text
			times += fmt.Sprint(" ", line.At)
		}
		set[key] = times
	}
	return set
}

// TestStatesAreWhatPathsFind searches every scenario of the project, and random
// ones, both ways: path by path, and state by state with equal states explored
// once. Both find the same orders.
func TestStatesAreWhatPathsFind(t *testing.T) {
	for _, file := range scenarioFiles(t) {
		t.Run(strings.TrimPrefix(file, "../scenarios/"), func(t *testing.T) {
			t.Parallel()
			s := load(t, file)
			for _, p := range s.RunsOn() {
				sameEitherWay(t, s, p, &s.World)
				for i := range s.Cases {
					sameEitherWay(t, s, p, &s.Cases[i].World)
				}
			}
		})
	}
	t.Run("turns within a task of timers", func(t *testing.T) {
		// In WebKit other tasks run between timers of one task. The loop is not at rest
		// there: it goes on with those timers, which no queue says.
		s := parsed(t, `
evsim: 1
name: timers among a transaction and a message
clock: {startup: 250us}
users: [{at: 615us..1036us, click: button}]
script:
  - {channel: port, do: {log: message}, via: window}
  - {fetch: /b, latency: 500us..2250us, do: {log: l1}}
  - {fetch: /b, latency: 500us..2250us, do: {log: l1}}
  - {transaction: store}
  - {get: store, latency: 0us, do: {log: other}}
  - {postMessage: port}
  - {setTimeout: 0, do: {log: l3}}
  - {setTimeout: 0, do: {log: l4}}
  - {listen: button, do: {log: heard}}
`)
		sameEitherWay(t, s, policy(t, "webkit"), &s.World)
	})
	policies := model.Policies()
	for seed := range seeds(300) {
		r := rand.New(rand.NewPCG(seed, 2))
		p := policies[r.IntN(len(policies))]
		src := gridScenario(r, p)
		s, complaints := scenario.Parse("grid.yaml", []byte(src))
		if s == nil {
			t.Fatalf("%v\n%s", complaints, src)
		}
		if sameEitherWay(t, s, p, &s.World); t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, src)
		}
	}
}

func sameEitherWay(t *testing.T, s *scenario.Scenario, p model.Policy, w *program.World) {
	world := *w
	if world.Limits.Callbacks == 0 {
		world.Limits.Callbacks = 300
	}
	o := explore.Options{Paths: 5000}
	paths := explore.Explore(context.Background(), s.In(p, &world), o)
	if !paths.Complete {
		return
	}
	o.Paths, o.Times = 0, true
	states := explore.ByStates(context.Background(), s.In(p, &world), o)
	if !states.Complete {
		t.Errorf("%s: %s", p.Name, states.Why)
		return
	}
	if diff := cmp.Diff(orderSet(paths), orderSet(states)); diff != "" {
		t.Errorf("%s: path by path (-) and state by state (+):\n%s", p.Name, diff)
	}
}
