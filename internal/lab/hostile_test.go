package lab_test

import (
	"fmt"
	"maps"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"evsim/internal/lab/answer"
	"evsim/internal/testmain"
)

// hostile are scenarios that take more than there is, of time or of memory, or
// that are none.
func hostile() map[string]string {
	script := func(lines string) string { return "evsim: 1\nname: x\nscript:\n" + lines }
	var many, chain, inputs strings.Builder
	for i := range 60 {
		fmt.Fprintf(&many, "  - {io: net, latency: 0ms..10ms, do: {log: a%d}}\n", i)
		fmt.Fprintf(&chain, "  - {setTimeout: %d, do: {log: 't%d ${now}'}}\n", i, i)
	}
	for i := range 5000 {
		fmt.Fprintf(&inputs, "  - {at: 0ms..9ms, click: b%d}\n", i)
	}
	throw := "{throw: x}"
	for range 40 {
		throw = "{try: " + throw + ", catch: {throw: '${error}${error}'}}"
	}
	bomb := "  repeat: 10000000\n  do: {repeat: 10000000, do: {repeat: 10000000, do: "
	return map[string]string{
		"ticks":              script("  call: f\nfunctions: {f: {do: {nextTick: , do: {call: f}}}}\n"),
		"microtasks":         script("  call: f\nfunctions: {f: {do: {queueMicrotask: , do: [{log: a}, {call: f}]}}}\n"),
		"interval":           script("  setInterval: 1\n  do: {log: 'at ${now}'}\n"),
		"interval, unknown":  script("  setInterval: 1\n  do: {io: net, latency: 0ms..9ms, do: {log: 'at ${now}'}}\n"),
		"immediates":         script("  call: f\nfunctions: {f: {do: {setImmediate: , do: [{log: a}, {call: f}]}}}\n"),
		"own limits":         script("  setInterval: 1\n  do: {log: a}\nlimits: {callbacks: 1000000000000, turns: 1000000000000}\n"),
		"statements":         script(bomb + "{mark: m}}}\n"),
		"timers":             script(bomb + "{setTimeout: 5, do: {log: a}}}}\n"),
		"operations":         script(bomb + "{io: net, latency: 0ms..9ms, do: {log: a}}}}\n"),
		"promises":           script(bomb + "[{promise: p, do: {resolve: p}}, {then: p, do: {log: a}}]}}\n"),
		"combinators":        script("  - {promise: p, do: {resolve: p}}\n  - repeat: 10000000\n    do: {all: [" + strings.Repeat("p, ", 40_000) + "p]}\n"),
		"long lines":         script(bomb + "{log: '" + strings.Repeat("a", 100_000) + "${n}'}}}\n"),
		"long lines, shared": script(bomb + "{log: '" + strings.Repeat("a", 100_000) + "'}}}\n"),
		"messages":           script("  - {channel: c, way: broadcast, do: {postMessage: c}}\n" + "  - repeat: 10000000\n    do: {postMessage: c}\n"),
		"listeners":          script("  - repeat: 100000\n    do: {listen: b, event: click, do: {log: a}}\n  - repeat: 100000\n    do: {dispatch: b}\n"),
		"generators":         script("  call: f\nfunctions: {f: {async: true, do: {for await: g, do: {log: a}}}, g: {async: true, generator: true, do: {repeat: 10000000, do: {yield: value}}}}\n"),
		"depth":              script("  call: f\nfunctions: {f: {do: [{call: f}, {call: f}]}}\n"),
		"errors":             script("  - {try: " + throw + ", catch: {log: '${error}'}}\n"),
		"orders":             script(many.String()),
		"orders and timers":  script(many.String() + chain.String()),
		"inputs":             script("  listen: b1\n  event: click\n  do: {log: a}\nusers:\n" + inputs.String()),
		"costs":              script(chain.String() + "costs: {callback: 0ms..2ms, turn: 0ms..1ms}\nclock: {startup: 0ms..3ms, phase: 0ms..1ms}\n"),

		"nothing":          "",
		"zeros":            strings.Repeat("\x00", 10_000),
		"brackets":         strings.Repeat("[", 250_000),
		"braces":           strings.Repeat("{a: ", 60_000),
		"dashes":           strings.Repeat("- ", 100_000),
		"spaces":           "a:\n" + strings.Repeat(" ", 200_000),
		"comments":         strings.Repeat("# c\n", 45_000),
		"indentation":      strings.Repeat("? ", 100_000),
		"aliases":          "a: &a [x,x,x,x,x,x,x,x,x]\n" + strings.Repeat("b: &b [*a,*a,*a,*a,*a,*a,*a,*a]\n", 1000),
		"many errors":      script(strings.Repeat("  - {nonsense: 1}\n", 12_000)),
		"one long line":    script("  log: " + strings.Repeat("a", 240_000) + "\n"),
		"quotes":           strings.Repeat("\"", 100_001),
		"many expectation": script("  log: a\nexpect:\n" + strings.Repeat("  - log: [a]\n", 15_000)),
		"many cases":       script(many.String() + "cases:\n" + strings.Repeat("  - {name: a, clock: {startup: 0ms..3ms}}\n", 4000)),
	}
}

// endpoints are what takes a scenario, with what else each is asked.
var endpoints = map[string]asked{
	"/api/check":   {},
	"/api/run":     {"policies": []string{"node22", "node10", "browser"}},
	"/api/explore": {"policies": []string{"node22", "node10", "browser"}},
	"/api/predict": {"policy": "", "lines": []string{"a", "b"}},
	"/api/lines":   {"policy": ""},
}

// TestHostile asks everything about scenarios that take more than there is, one
// after the other: each is answered soon, and nothing is left. Every third question is
// asked, and all with EVSIM_SWEEPS=1. With EVSIM_LOAD=1 or EVSIM_BOMBS=1 they have the
// time that they have in use, which takes minutes.
func TestHostile(t *testing.T) {
	c := config()
	c.Check, c.Run, c.Explore = 8*time.Millisecond, 8*time.Millisecond, 8*time.Millisecond
	heavy := os.Getenv("EVSIM_LOAD") != "" || os.Getenv("EVSIM_BOMBS") != ""
	if heavy {
		usual := answer.Default()
		c.Check, c.Run, c.Explore = usual.Check, usual.Run, usual.Explore
	}
	s := serve(t, c)
	if _, err := ask(s, "/api/run", asked{"source": race}); err != nil {
		t.Fatal(err)
	}
	before := held()
	all, every := hostile(), testmain.Every(3)
	if heavy {
		every = 1
	}
	for i, name := range slices.Sorted(maps.Keys(all)) {
		for j, path := range slices.Sorted(maps.Keys(endpoints)) {
			if (i+j)%every != 0 {
				continue
			}
			if heavy {
				runtime.GC()
			}
			done := make(chan struct{})
			most := peak(done)
			start := time.Now()
			status, err := ask(s, path, with(endpoints[path], all[name]))
			close(done)
			took := time.Since(start)
			if took > mostAnswered && !testing.Short() { // short: the race detector, which takes ten times as long
				t.Errorf("%s, %s: %v", name, path, took)
			}
			if top := <-most; err != nil || status != http.StatusOK || top > before.heap+mostHeap/2 {
				t.Errorf("%s, %s: status %d, %v, %d MB", name, path, status, err, top>>20)
			} else if took > time.Second || top > 200<<20 {
				t.Logf("%s, %s: %v, %d MB", name, path, took.Round(time.Millisecond), top>>20)
			}
		}
	}
	settled(t, s, before)
}
