package interp_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"evsim/clock"
	"evsim/ecma"
	"evsim/model"
	"evsim/program"
	"evsim/scenario/interp"
	"evsim/scenario/script"
	"evsim/scenario/syntax"
	"evsim/sim"
)

// prepared makes ready for runs of some statements, or of keys of a file.
func prepared(t *testing.T, policy, lines string, o program.Options) (program.Run, *script.Tree) {
	t.Helper()
	if !strings.Contains(lines, "script:") {
		lines = "script:\n" + lines
	}
	tree, diagnostics := syntax.Parse("test.yaml", []byte("evsim: 1\nname: test\n"+lines))
	if tree == nil {
		t.Fatal(diagnostics)
	}
	p, err := model.Lookup(policy)
	if err != nil {
		t.Fatal(err)
	}
	return interp.Prepare(&tree.Script, &tree.World, p, o), tree
}

// listener keeps the lines of a run, and its events as texts.
type listener struct{ lines, events []string }

func (l *listener) Emit(e sim.Event) {
	if e.Kind == sim.EventLog || e.Kind == sim.EventThrow {
		l.lines = append(l.lines, e.Text)
	}
	l.events = append(l.events, fmt.Sprint(e))
}

// restarted is a listener of a run that begins.
func (l *listener) restarted() { *l = listener{} }

// TestResuming: a function or a generator goes on where it stopped, with what it
// waited for, in the frame that it had (ECMA-262, Await and GeneratorResume).
func TestResuming(t *testing.T) {
	for _, test := range []struct{ name, lines, want string }{
		{"an await in a repeat", `
functions:
  f: {async: true, do: {repeat: 2, do: [{log: "before ${n}"}, {await: resolved}, {log: "after ${n}"}]}}
script: [{call: f}, {log: main}]
`, "before 1, main, after 1, before 2, after 2"},
		{"a rejection is thrown where the function waits", `
functions:
  f: {async: true, do: {try: [{await: rejected}, {log: not here}], catch: {log: caught}, finally: {log: finally}}}
script: [{call: f}, {log: main}]
`, "main, caught, finally"},
		{"a finally awaits, and the exception goes on", `
functions:
  f: {async: true, do: {try: {throw: gone}, finally: [{await: resolved}, {log: waited}]}}
script: [{call: f, as: p}, {catch: p, do: {log: "${error}"}}]
`, "waited, gone"},
		{"two activations have frames of their own", `
functions:
  f: {async: true, do: [{log: a}, {await: resolved}, {log: b}]}
script: [{call: f}, {call: f}, {log: main}]
`, "a, a, main, b, b"},
		{"a generator goes on at each next", `
functions:
  g: {async: true, generator: true, do: [{log: one}, {yield: resolved}, {log: two}, {yield: resolved}, {log: three}]}
  f: {async: true, do: [{for await: {call: g}, do: {log: value}}, {log: done}]}
script: [{call: f}, {log: main}]
`, "one, main, value, two, value, three, done"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var l listener
			run, _ := prepared(t, "node22", test.lines, program.Options{Sink: &l, Wants: sim.KindsOf(sim.EventLog, sim.EventThrow)})
			if stop := run.Run(); stop.Reason != sim.Ended {
				t.Errorf("it ends with %v", stop)
			}
			if got := strings.Join(l.lines, ", "); got != test.want {
				t.Errorf("it logs %s; want %s", got, test.want)
			}
		})
	}
}

// everything is a script that leaves something in each of a machine's tables.
const everything = `
functions:
  f: {async: true, do: [{await: {call: g}}, {log: "f ${n}"}]}
  g: {async: true, do: [{await: resolved}, {throw: "g failed"}]}
script:
  - {setTimeout: 5, as: t, do: {log: "never ${n}"}}
  - {setInterval: 1, times: 3, do: {log: "interval ${n}"}}
  - {call: f, as: p}
  - {catch: p, do: {log: "${error}"}}
  - {setTimeout: 2, do: {clearTimeout: t}}
  - {log: main}
`

// TestRunsAgain: a run that is made again has the same events, in the same memory.
func TestRunsAgain(t *testing.T) {
	for _, policy := range []string{"node10", "node22", "browser", "firefox", "webkit"} {
		var l listener
		run, _ := prepared(t, policy, everything, program.Options{Sink: &l, Wants: ^sim.Kinds(0)})
		first := run.Run()
		want := slices.Clone(l.events)
		for range 2 {
			l.restarted()
			if stop := run.Run(); !reflect.DeepEqual(stop, first) || !slices.Equal(l.events, want) {
				t.Errorf("%s: run again it ends with %v and has %d events; at first %v and %d", policy, stop, len(l.events), first, len(want))
			}
		}
		if len(want) < 20 {
			t.Errorf("%s: %d events only", policy, len(want))
		}
	}
}

// TestHeardOrNot: what is counted of a run does not depend on who listens.
func TestHeardOrNot(t *testing.T) {
	heard, _ := prepared(t, "node22", everything, program.Options{Sink: new(listener), Wants: ^sim.Kinds(0)})
	bare, _ := prepared(t, "node22", everything, program.Options{})
	stop, silent := heard.Run(), bare.Run()
	if !reflect.DeepEqual(stop, silent) || !reflect.DeepEqual(heard.Figures(), bare.Figures()) {
		t.Errorf("heard %v %+v, bare %v %+v", stop, heard.Figures(), silent, bare.Figures())
	}
}

// TestLimits: a run ends at each limit, says which, and goes no further.
func TestLimits(t *testing.T) {
	forever := "{setInterval: 1, do: {log: a}}"
	for _, test := range []struct {
		name, lines string
		want        sim.StopReason
		most        int // lines
	}{
		{"callbacks", "limits: {callbacks: 3}\nscript: " + forever + "\n", sim.LimitCallbacks, 3},
		{"turns", "limits: {turns: 4}\nscript: " + forever + "\n", sim.LimitTurns, 4},
		{"time", "limits: {time: 5ms}\nscript: " + forever + "\n", sim.LimitTime, 6},
		{"none", "script: [{log: a}]\n", sim.Ended, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			var l listener
			run, _ := prepared(t, "node22", test.lines, program.Options{Sink: &l, Wants: sim.KindsOf(sim.EventLog)})
			for range 2 {
				l.restarted()
				if stop := run.Run(); stop.Reason != test.want || len(l.lines) == 0 || len(l.lines) > test.most {
					t.Errorf("it ends with %v after %d lines; want %v and at most %d", stop, len(l.lines), test.want, test.most)
				}
			}
		})
	}
}

// TestCallsAreBounded: a function that calls itself throws what JavaScript throws,
// and what catches it goes on.
func TestCallsAreBounded(t *testing.T) {
	for name, lines := range map[string]string{
		"called":  "functions: {f: {do: {call: f}}}\nscript: [{try: {call: f}, catch: {log: \"${error}\"}}, {log: after}]\n",
		"awaited": "functions: {f: {async: true, do: {await: {call: f}}}}\nscript: [{call: f, as: p}, {catch: p, do: {log: \"${error}\"}}, {log: after}]\n",
	} {
		var l listener
		run, _ := prepared(t, "node22", lines, program.Options{Sink: &l, Wants: sim.KindsOf(sim.EventLog)})
		stop := run.Run()
		slices.Sort(l.lines)
		if stop.Reason != sim.Ended || len(l.lines) != 2 || !strings.Contains(l.lines[0], "Maximum call stack size exceeded") || l.lines[1] != "after" {
			t.Errorf("%s: %v, %q", name, stop, l.lines)
		}
	}
}

// TestTickThrowsInJob: a run ends where a tick throws out of process._tickCallback in a job,
// whose promise catches it, and goes on where the callback does not catch it.
func TestTickThrowsInJob(t *testing.T) {
	const throws = "[{nextTick: , do: {throw: x}}, {_tickCallback: }]"
	for text, want := range map[string]sim.StopReason{
		"{on: uncaughtException, do: {log: caught}}, {then: resolved, do: " + throws + "}": sim.Abandoned,
		"{on: uncaughtException, do: {log: caught}}, {setImmediate: , do: " + throws + "}": sim.Ended,
	} {
		for _, policy := range []string{"node10", "node11", "node12", "node26"} {
			var l listener
			run, _ := prepared(t, policy, "script: ["+text+"]\n", program.Options{Sink: &l, Wants: sim.KindsOf(sim.EventLog)})
			stop := run.Run()
			if stop.Reason != want || (len(l.lines) == 1) != (want == sim.Ended) || (stop.Error != "") != (want == sim.Abandoned) {
				t.Errorf("%s under %s: %v, %q", text, policy, stop, l.lines)
			}
		}
	}
}

// TestEquivalent: callbacks that do the same have one name, others have their own
// (model.Equivalent); intervals that count are never the same.
func TestEquivalent(t *testing.T) {
	run, tree := prepared(t, "node22", `
  - {setTimeout: 1, do: {log: same}}
  - {setTimeout: 2, do: {log: other}}
  - {setTimeout: 3, do: {log: same}}
  - {setTimeout: 4, do: [{log: same}, {log: same}]}
`, program.Options{})
	m, ok := run.(program.Stateful).State().(model.Equivalent)
	if !ok {
		t.Fatal("a machine does not tell which callbacks are alike")
	}
	body := map[int]uint32{} // by the timer's delay
	for i := range tree.Script.Bodies[tree.Script.Main].Stmts {
		body[i] = uint32(tree.Script.Bodies[tree.Script.Main].Stmts[i].Do)
	}
	if m.Equivalent(body[2]) != m.Equivalent(body[0]) || m.Equivalent(body[0]) != body[0] {
		t.Error("two callbacks that log the same line are told apart")
	}
	for _, other := range []int{1, 3} {
		if m.Equivalent(body[other]) == m.Equivalent(body[0]) {
			t.Errorf("callback %d is taken for one that does something else", other)
		}
	}
	if got := m.Equivalent(ecma.NoCallback); got != ecma.NoCallback {
		t.Errorf("no callback is %d", got)
	}
}

// TestKeysOfTheWorld: what a world says reaches the statements that it is about.
func TestKeysOfTheWorld(t *testing.T) {
	for _, test := range []struct{ name, lines, want string }{
		{"a file's latency", "files: {a: {latency: 7ms}, b: {latency: 3ms}}\nscript: [{readFile: a, do: {log: \"a ${now}\"}}, {readFile: b, do: {log: \"b ${now}\"}}]\n", "b 12, a 28"}, // it is opened, asked for its size, read and closed
		{"the start", "clock: {startup: 4ms}\nscript: [{setTimeout: 1, do: {log: timer}}, {setImmediate: , do: {log: immediate}}]\n", "timer, immediate"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var l listener
			run, _ := prepared(t, "node22", test.lines, program.Options{Sink: &l, Wants: sim.KindsOf(sim.EventLog)})
			if run.Run(); strings.Join(l.lines, ", ") != test.want {
				t.Errorf("it logs %q; want %s", l.lines, test.want)
			}
		})
	}
}

// TestUnknownLengthsAreAsked: each range of the world and of the script is asked of
// the oracle, by its own name, in every run.
func TestUnknownLengthsAreAsked(t *testing.T) {
	asked := &asking{}
	run, tree := prepared(t, "node22", "files: {f: {latency: 1ms..3ms}}\nscript: [{readFile: f, do: {log: f}}, {io: net, latency: 2ms..9ms, do: {log: n}}]\n", program.Options{Oracle: asked})
	for range 2 {
		asked.of = nil
		run.Run()
		slices.Sort(asked.of)
		if asked.of = slices.Compact(asked.of); len(asked.of) != len(tree.Lengths()) || len(asked.of) != 2 {
			t.Errorf("asked of %v; the scenario knows %v to a range", asked.of, tree.Lengths())
		}
	}
}

// asking is exact time that keeps what was asked.
type asking struct {
	clock.Plain
	of []uint32
}

func (a *asking) Add(t clock.Instant, d clock.Range) clock.Instant {
	if !d.Known() {
		a.of = append(a.of, d.Of)
	}
	return a.Plain.Add(t, d)
}
