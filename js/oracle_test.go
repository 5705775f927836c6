package js

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"evsim/clock"
	"evsim/explore"
	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// seen is what a real runtime logged for one of the snippets in testdata/oracle,
// and the policy that stands for the runtime.
type seen struct {
	Snippet, Policy, Runtime string
	Logs                     [][]string
}

// except are the snippets that need what evsim has not, and why.
var except = map[string]string{
	"b28-xhr-events":                 "XMLHttpRequest",
	"b32-dialog-animation-promise":   "animations",
	"b34-focus-select-scroll-events": "focus and scrolling",
	"n50-server-close-vs-immediate":  "net",
	"n52-readable-destroy-close":     "stream",
	"n76-http-request-order":         "http",

	// A millisecond passed between two statements, to which no world gives a length.
	"b30-equal-due-different-delay":      "time between statements",
	"n70-timeout-2-1-0-order":            "time between statements",
	"seed0-04-two-timers-promise/node10": "time between statements", "seed3-05-timer1-timer2-promise3/node10": "time between statements", "seed4-04-timer-tick-timer/node10": "time between statements",
}

var missingFile = regexp.MustCompile(`'((?:no-such|temp|\./file-does-not)[^']*)'`)

// snippet is a snippet as a program, and its world: what it reads takes up to
// 5 ms, and the loop starts at any time of 3 ms.
func snippet(t *testing.T, name string) (*Program, *program.World) {
	t.Helper()
	files, err := filepath.Glob("testdata/oracle/" + name + ".*js")
	if err != nil || len(files) != 1 {
		t.Fatalf("%s: %v, %v", name, files, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	source := "const log = (...args) => console.log(...args); "
	if strings.Contains(string(text), `"dom":"nested"`) {
		source += "document.getElementById('outer').appendChild(document.getElementById('inner')); "
	}
	source += string(text)
	p, err := Load(files[0], []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	w := p.world.Clone()
	w.Clock.Startup, w.Clock.Phase = clock.Range{High: 3 * clock.Millisecond, Of: 1}, clock.Range{High: clock.Millisecond, Of: 2}
	w.Files = []program.Latency{{Name: p.title, Latency: clock.Range{High: 5 * clock.Millisecond, Of: 3}, Size: int64(len(text))}}
	w.Costs.Callback = clock.Range{High: 2 * clock.Millisecond, Of: 5}
	for _, m := range missingFile.FindAllStringSubmatch(source, -1) {
		w.Files = append(w.Files, program.Latency{Name: m[1], Latency: clock.Range{High: 5 * clock.Millisecond, Of: 4}, Missing: true})
	}
	w.Display.Phase = clock.Range{High: 17 * clock.Millisecond, Of: 6}
	if w.Limits.Callbacks, w.Limits.Turns = 2_000, 2_000; full {
		w.Limits.Callbacks, w.Limits.Turns = 20_000, 20_000
	}
	return p, &w
}

// full asks for an exploration to the end of what is limited otherwise.
var full = os.Getenv("EVSIM_ORACLE") == "1"

// TestOracle holds every log that a real runtime was seen to write against what
// can be: the run that takes no time, and others as far as they are looked for.
func TestOracle(t *testing.T) {
	type made struct {
		*Program
		*program.World
	}
	programs := make(map[string]made)
	for _, s := range recorded[seen](t, "testdata/oracle/observed.jsonl") {
		if except[s.Snippet] != "" || except[s.Snippet+"/"+s.Policy] != "" {
			continue
		}
		t.Run(s.Snippet+"/"+s.Policy, func(t *testing.T) {
			one, ok := programs[s.Snippet]
			if !ok {
				one.Program, one.World = snippet(t, s.Snippet)
				programs[s.Snippet] = one
			}
			policy, err := model.Lookup(s.Policy)
			if err != nil {
				t.Fatal(err)
			}
			if need := one.Lacks(policy); need != nil && need.Feature == model.ESM {
				t.Skip("the runtime had modules behind a flag, and the policy has none")
			} else if need != nil {
				t.Fatalf("%s lacks %s, and the runtime ran it: %q", s.Policy, need.Verb, s.Logs)
			}
			hold(t, one.Program, one.World, policy, s.Logs)
		})
	}
}

// hold holds logs against the runs of a program.
func hold(t *testing.T, p *Program, w *program.World, policy model.Policy, logs [][]string) {
	t.Helper()
	l, stop := run(t, p, policy.Name, w, program.Options{})
	left := slices.DeleteFunc(slices.Clone(logs), func(log []string) bool { return agrees(log, l.lines, stop) })
	if len(left) == 0 || stop.Reason.Limit() && !full {
		return
	}
	most, within := 12, time.Minute
	if full {
		most = 20_000
	}
	ctx, done := context.WithTimeout(context.Background(), within)
	defer done()
	r := explore.Explore(ctx, program.Setting{Program: p, Policy: policy, World: w}, explore.Options{Paths: most})
	for i := range r.Orders {
		var lines []string
		for _, line := range r.Orders[i].Log {
			lines = append(lines, line.Text)
		}
		left = slices.DeleteFunc(left, func(log []string) bool { return agrees(log, lines, r.Orders[i].Stop) })
	}
	if len(left) > 0 && (r.Complete || full) {
		t.Errorf("complete: %v (%s), %d orders, and none is\n%s\n\nthe first is\n%s", r.Complete, r.Why, len(r.Orders), strings.Join(left[0], "\n"), strings.Join(l.lines, "\n"))
	}
}

// agrees reports whether a log is that of a run, or how one began that a limit
// ended.
func agrees(log, lines []string, stop sim.Stop) bool {
	if why, died := strings.CutPrefix(log[len(log)-1], "[stderr "); died { // behind the code that the process ended with
		return stop.Reason == sim.Died && strings.HasPrefix(stop.Error, strings.TrimSuffix(why, "]")) && slices.Equal(log[:len(log)-2], lines)
	}
	if stop.Reason.Limit() && len(log) < len(lines) {
		lines = lines[:len(log)]
	}
	return slices.Equal(log, lines)
}
