package explore_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"evsim/explore"
)

// TestStatesOfIdlePages: a browser asks what time it is as a turn ends, also where a search
// state by state has just left the run. Such a question is none of the state's.
func TestStatesOfIdlePages(t *testing.T) {
	s := parsed(t, `
evsim: 1
name: idle callbacks, answers and timers
script:
  - {requestIdleCallback: null, do: {log: i1}}
  - fetch: /a
    latency: 4ms..15ms
    do: [{log: f1}, {requestIdleCallback: null, do: [{log: i3}, {busy: 0ms..25ms}]}, {setTimeout: 55, do: {log: t1}}]
  - fetch: /b
    latency: 11ms..80ms
    do: [{log: f2}, {setTimeout: 21, do: {log: t2}}, {requestIdleCallback: null, do: {log: i4}}]
`)
	sameEitherWay(t, s, policy(t, "browser"), &s.World)
	sameEitherWay(t, s, policy(t, "chrome69"), &s.World)
	for seed := range seeds(240) {
		r := rand.New(rand.NewPCG(seed, 9))
		p := policy(t, []string{"browser", "chrome69", "firefox", "webkit"}[seed%4])
		src := idlePage(r)
		s := parsed(t, src)
		if sameEitherWay(t, s, p, &s.World); t.Failed() {
			t.Fatalf("seed %d, %s:\n%s", seed, p.Name, src)
		}
	}
}

// idlePage is a page with idle callbacks, answers, timers and frames of unknown lengths.
func idlePage(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("evsim: 1\nname: an idle page\nscript:\n")
	logs := 0
	log := func() string {
		logs++
		return fmt.Sprintf("{log: l%d}", logs)
	}
	busy := func() string {
		low := r.IntN(10)
		return fmt.Sprintf("{busy: %dms..%dms}", low, low+1+r.IntN(25))
	}
	idle := func() string {
		if r.IntN(2) == 0 {
			return "{requestIdleCallback: null, do: [" + log() + "]}"
		}
		return "{requestIdleCallback: null, do: [" + log() + ", " + busy() + "]}"
	}
	if r.IntN(2) == 0 {
		b.WriteString("  - " + idle() + "\n")
	}
	for range 2 {
		low := r.IntN(30)
		fmt.Fprintf(&b, "  - {fetch: /a, latency: %dms..%dms, do: [%s, ", low, low+r.IntN(60), log())
		switch r.IntN(3) {
		case 0:
			fmt.Fprintf(&b, "{setTimeout: %d, do: [%s]}, ", r.IntN(60), log())
		case 1:
			fmt.Fprintf(&b, "{requestAnimationFrame: null, do: [%s]}, ", log())
		}
		b.WriteString(idle() + "]}\n")
	}
	return b.String()
}

// TestDisplayIsAskedNoFurther: how many times of a display a task outlasts is no question
// where the browser looks at it sooner.
func TestDisplayIsAskedNoFurther(t *testing.T) {
	s := parsed(t, `
evsim: 1
name: idle callbacks behind a long frame
display: {phase: 9ms}
script:
  - {requestAnimationFrame: null, do: [{log: l1}, {busy: 4ms..2000s}]}
  - {requestIdleCallback: null, do: {log: l2}}
  - {requestIdleCallback: null, do: {log: l3}}
  - {busy: 29ms}
`)
	r := explore.Explore(t.Context(), s.In(policy(t, "firefox"), &s.World), explore.Options{})
	if !r.Complete || len(r.Orders) != 1 || r.Paths > 10 {
		t.Errorf("complete: %t (%s), %d orders on %d paths", r.Complete, r.Why, len(r.Orders), r.Paths)
	}
}
