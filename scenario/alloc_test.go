package scenario_test

import (
	"strings"
	"testing"

	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/sim"
)

// everlasting is programs that go on for ever, one for each queue that a
// callback may sit in; the limit of callbacks ends them.
var everlasting = map[string]struct{ policies, script string }{
	"timers":      {"node10 node11 node22 browser firefox", "{setTimeout: 1, do: {call: f}}"},
	"intervals":   {"node10 node11 node22 browser", "{setInterval: 3, times: 1000000, do: []}"},
	"immediates":  {"node10 node11 node22", "{setImmediate: , do: {call: f}}"},
	"ticks":       {"node10 node11 node22", "{nextTick: , do: {call: f}}"},
	"microtasks":  {"node11 node22 browser", "{queueMicrotask: , do: {call: f}}"},
	"promises":    {"node10 node22 browser", "{then: resolved, do: {call: f}}"},
	"chains":      {"node10 node22 browser", "{chain: resolved, links: [{then: []}, {finally: []}, {then: {call: f}}]}"},
	"named":       {"node10 node22 browser", "{promise: p, do: {resolve: p}}, {then: p, as: q, do: {call: f}}"},
	"combinators": {"node12 node22 browser", "{promise: p, do: {resolve: p}}, {all: [p, p], as: q}, {then: q, do: {call: f}}"},
	"async":       {"node10 node22 browser", "{call: g, as: q}, {then: q, do: {call: f}}"},
	"awaits":      {"node10 node22 browser", "{call: h}"},
	"generators":  {"node10 node12 node22 browser", "{call: n, as: it}, {next: it}, {generator.return: it}, {next: it, as: p}, {then: p, do: {call: f}}"},
	"suspended":   {"node10 node22 browser", "{call: n, as: it}, {next: it, as: p}, {then: p, do: {call: f}}"},
	"delegates":   {"node10 node22 browser", "{call: d, as: it}, {next: it}, {next: it, as: p}, {then: p, do: {call: f}}"},
	"for await":   {"node10 node22 browser", "{call: l}"},
	"subclasses":  {"node10 node22 browser", "{promise: p, subclass: true, do: {resolve: p}}, {all: [p, p], as: q}, {then: q, do: {call: f}}"},
	"files":       {"node10 node22", "{readFile: a, do: {call: f}}"},
	"sockets":     {"node10 node22", "{io: net, latency: 1ms, do: {call: f}}"},
	"cleared":     {"node10 node22 browser", "{setTimeout: 9, as: t, do: []}, {clearTimeout: t}, {setTimeout: 1, do: {call: f}}"},
	"refreshed":   {"node10 node22", "{setTimeout: 9, as: t, unref: true, do: []}, {refresh: t}, {setTimeout: 1, do: {call: f}}"},
	"frames":      {"browser", "{requestAnimationFrame: , do: {call: f}}"},
	"messages":    {"browser", "{postMessage: c}"},
	"mutations":   {"browser", "{mutate: o}, {setTimeout: 0, do: {call: f}}"},
	"posts":       {"browser", "{postTask: background, do: {call: f}}"},
	"fetches":     {"browser", "{fetch: a, latency: 1ms, do: {call: f}}"},
	"events":      {"browser", "{dispatch: b, event: x}, {setTimeout: 0, do: {call: f}}"},
}

// TestCallbacksDoNotAllocate runs each program twice as long: once the queues
// have grown, the second half must not allocate.
func TestCallbacksDoNotAllocate(t *testing.T) {
	for name, program := range everlasting {
		for _, policy := range strings.Fields(program.policies) {
			t.Run(name+"/"+policy, func(t *testing.T) {
				p, err := model.Lookup(policy)
				if err != nil {
					t.Fatal(err)
				}
				s := parse(t, everlastingSource(program.script))
				short, long := allocations(s, p, 5_000), allocations(s, p, 10_000)
				if long > short+5 {
					t.Errorf("5,000 more callbacks allocate %.0f times", long-short)
				}
			})
		}
	}
}

func everlastingSource(script string) string {
	world := "evsim: 1\nname: everlasting\nlimits: {turns: 1000000, time: 3000000s}\n" +
		"functions:\n  f: {do: [" + script + "]}\n"
	main := "{call: f}"
	if strings.Contains(script, "{call: g") {
		world += "  g: {async: true, do: [{await: value}, {await: resolved}]}\n"
	}
	if strings.Contains(script, "{call: h") {
		world += "  h: {async: true, do: [{await: resolved}, {repeat: 100000, do: {await: thenable}}]}\n"
	}
	if strings.Contains(script, "{call: n") {
		world += "  n: {async: true, generator: true, do: {try: [{yield: value}, {yield: resolved}], finally: []}}\n"
	}
	if strings.Contains(script, "{call: d") {
		world += "  n: {async: true, generator: true, do: {yield: value}}\n" +
			"  d: {async: true, generator: true, do: [{yield*: {call: n}}, {yield*: [value, resolved]}]}\n"
	}
	if strings.Contains(script, "{call: l") {
		world += "  n: {async: true, generator: true, do: {repeat: 1000000, do: {yield: resolved}}}\n" +
			"  l: {async: true, do: {repeat: 1000000, do: [{for await: [value, resolved], do: []}, {for await: {call: n}, times: 3, do: []}]}}\n"
	}
	if strings.Contains(script, "postMessage: c") {
		main = "{channel: c, do: {call: f}}, " + main
	}
	if strings.Contains(script, "mutate: o") {
		main = "{observe: o, do: []}, " + main
	}
	if strings.Contains(script, "dispatch: b") {
		main = "{listen: b, event: x, do: []}, " + main
	}
	return world + "script: [" + main + "]\n"
}

func allocations(s *scenario.Scenario, p model.Policy, callbacks int64) float64 {
	world := s.World
	world.Limits.Callbacks = callbacks
	return testing.AllocsPerRun(1, func() {
		if stop := s.In(p, &world).Run(program.Options{}); stop.Reason != sim.LimitCallbacks {
			panic("the run " + stop.Reason.String())
		}
	})
}
