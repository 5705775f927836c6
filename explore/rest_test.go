package explore_test

import (
	"runtime"
	"slices"
	"strings"
	"testing"

	"evsim/clock"
	"evsim/model"
	"evsim/program"
)

// restPlaces are the places at which a run may be at rest: the calls that lead there. Each
// was read: what is left to do in it follows from the state of the run, and from no local
// variable.
var restPlaces = []string{
	"(*Runtime).Run (*Node).run uvRunTimersFirst",
	"(*Runtime).Run (*Node).run uvRunTimersAgain",
	"(*Runtime).Run (*Node).run uvRunTimersLast",
	"(*Runtime).Run (*Node).run uvRunTimersAnyway",
	"(*Runtime).Run (*Node).run uvRunReady",
	"(*Runtime).Run (*Web).run (*Web).runTask",
	"(*Runtime).Run (*Web).run (*Web).runIdle (*Web).runIdleCallback",
	"(*Runtime).Run (*Web).run (*Web).runIdle (*Web).runAsked (*Web).runIdleCallback",
}

// TestRestIsAtRest: a search state by state takes a run for a state wherever Config.Rest is
// asked. A turn that begins within another must not ask.
func TestRestIsAtRest(t *testing.T) {
	seen := make(map[string]bool)
	policies := append(campaignPolicies(), model.MustLookup("node@20.3.0")) // with a uv_run of its own
	// With -short too: fewer runs do not reach every place.
	const runs = 1200
	for seed := range uint64(runs) {
		p := policies[seed%uint64(len(policies))]
		s, src := parsedScenario(t, seed, 3, p, 5)
		if s == nil {
			continue
		}
		s.Run(p, program.Options{Oracle: clock.NewSampler(seed + 1), Rest: func() bool {
			if place := restPlace(); !seen[place] {
				seen[place] = true
				if !slices.Contains(restPlaces, place) {
					t.Errorf("seed %d, %s: a run is said to be at rest in %s\n%s", seed, p.Name, place, src)
				}
			}
			return true
		}})
	}
	if len(seen) != len(restPlaces) {
		t.Errorf("runs came to rest in %d places of %d", len(seen), len(restPlaces))
	}
}

// restPlace is the functions of package model that lead from the loop to here.
func restPlace() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	var names []string
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		if name, ok := strings.CutPrefix(f.Function, "evsim/model."); ok {
			names = append(names, name)
		}
	}
	slices.Reverse(names)
	return strings.Join(names, " ")
}
