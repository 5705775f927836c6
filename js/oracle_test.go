package js_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"evsim/clock"
	"evsim/explore"
	"evsim/internal/testmain"
	"evsim/js"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/sim"
)

// seen is what a real runtime logged for one of the snippets, and the policy that
// stands for the runtime.
type seen struct {
	Snippet, Policy, Runtime string
	Logs                     [][]string
}

// oracle is a folder of snippets and logs that is held whole; "": those in testdata
// are, as far as a few paths go.
var oracle = os.Getenv("EVSIM_ORACLE")

// except are the snippets that need what evsim has not, and why.
var except = map[string]string{
	"b32-dialog-animation-promise":   "animations",
	"b34-focus-select-scroll-events": "focus, selection and scrolling",
	"n50-server-close-vs-immediate":  "the module net",
	"n52-readable-destroy-close":     "the module stream",
	"n76-http-request-order":         "the module http",

	"b08-nested-timeout-clamp-vs-message":           "how many tasks fit between two timers is the machine's speed, another one each time",
	"b22-window-postmessage-vs-others/firefox load": "Firefox holds windows' messages back while a page loads; policies are of pages at rest",
}

// races are the snippets that do not say so themselves: a runtime that was seen to log
// the same each time may log something else, as other releases were seen to.
var races = map[string]string{
	"n44-readfile-missing-busy-poll-rounds": "whether the thread of the pool has found no file before the loop polls first",
}

// excepted reports whether a log is of a snippet, or of one in a runtime, that is
// excepted.
func excepted(s seen) bool {
	name, mode := strings.Fields(s.Runtime)[0], strings.Fields(s.Runtime)[len(strings.Fields(s.Runtime))-1]
	return except[s.Snippet] != "" || except[s.Snippet+"/"+name+" "+mode] != ""
}

// TestOracle holds the logs that real runtimes were seen to write against what can
// be; what is the same each time is also what a plain run logs. A sixth of the records
// is held, of each runtime, and all with EVSIM_SWEEPS=1, or of a folder with EVSIM_ORACLE.
func TestOracle(t *testing.T) {
	snippets, all := "testdata/oracle", sightings(t)
	every := testmain.Every(6)
	if oracle != "" {
		snippets, every = filepath.Join(oracle, "snippets"), 1
	}
	programs := make(map[string]*scenario.Scenario)
	for i, s := range all {
		if excepted(s) || i%every != 0 {
			continue
		}
		t.Run(s.Snippet+"/"+s.Runtime, func(t *testing.T) {
			policy, err := model.Lookup(s.Policy)
			if err != nil {
				t.Skip(err)
			}
			one, ok := programs[s.Snippet]
			if !ok {
				one = snippet(t, snippets, s.Snippet)
				programs[s.Snippet] = one
			}
			if need := one.Lacks(policy); need != nil && need.Feature == model.ESM {
				t.Skip("the runtime had modules behind a flag, and the policy has none")
			} else if need != nil {
				t.Fatalf("%s lacks %s, and the runtime ran it: %q", s.Policy, need.Verb, s.Logs)
			}
			if len(s.Logs) == 1 && races[s.Snippet] == "" && !strings.Contains(string(one.Code.(*js.Program).Source(one.Code.Title())), `"race":true`) {
				equal(t, one, policy, s.Logs[0])
			}
			for i, log := range s.Logs {
				if i == 3 && oracle == "" {
					break
				}
				hold(t, one, policy, log, cutShort(s, policy, log, one))
			}
		})
	}
}

// cutShort reports whether a log lacks what came after it: of a page that was closed
// before it ended, or of a Node that left by process.exit while nobody had read its
// socket. A socket of Linux has room for 277 short writes and the one that goes beyond
// (wmem_default is 212,992 bytes, and each takes 768 of them); what comes then waits in the
// process, and process.exit drops it. Seen on Node 10.24.1 to 26.10.0.
func cutShort(s seen, policy model.Policy, log []string, one *scenario.Scenario) bool {
	if policy.Web == nil {
		const room = 212_992/768 + 1
		lines, _, _ := apart(log, "")
		return len(lines) == room && strings.Contains(string(one.Code.(*js.Program).Source(one.Code.Title())), "process.exit(")
	}
	return slices.ContainsFunc(s.Logs, func(other []string) bool {
		return len(other) > len(log) && slices.Equal(other[:len(log)], log)
	})
}

// sightings are all that was seen.
func sightings(t *testing.T) (all []seen) {
	t.Helper()
	if oracle == "" {
		return records[seen](t, "testdata/oracle/observed.jsonl")
	}
	type row struct {
		Snippet, Runtime, Version, Mode string
		Outcomes                        []struct{ Log []string }
	}
	policies := map[string]string{"chromium": "browser", "firefox": "firefox", "webkit": "webkit", "chrome69": "chrome69"}
	for _, r := range records[row](t, filepath.Join(oracle, "observed.jsonl")) {
		s := seen{Snippet: r.Snippet, Policy: policies[r.Runtime], Runtime: r.Runtime + " " + r.Version + " " + r.Mode}
		if r.Runtime == "node" {
			s.Policy = "node@" + r.Version
		}
		if s.Policy == "" {
			continue // no policy stands for it
		}
		for _, o := range r.Outcomes {
			s.Logs = append(s.Logs, o.Log)
		}
		all = append(all, s)
	}
	return all
}

// records are the lines of a file of JSON.
func records[T any](t *testing.T, file string) (all []T) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var one T
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		all = append(all, one)
	}
	return all
}

var missingFile = regexp.MustCompile(`'((?:no-such|temp|\./file-does-not)[^']*)'`)

// snippet is a snippet as a scenario, and its world: what it reads takes up to 5 ms,
// and the loop starts at any time of 3 ms.
func snippet(t *testing.T, dir, name string) *scenario.Scenario {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, name+".*js"))
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
	p, err := js.Load(files[0], []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	s := scenario.OfCode(files[0], p)
	w := &s.World
	w.Clock.Startup, w.Clock.Phase = clock.Range{High: 3 * clock.Millisecond, Of: 1}, clock.Range{High: clock.Millisecond - 1, Of: 2}
	w.Files = []program.Latency{{Name: p.Title(), Latency: clock.Range{High: 5 * clock.Millisecond, Of: 3}, Size: int64(len(text))}}
	for _, m := range missingFile.FindAllStringSubmatch(source, -1) {
		w.Files = append(w.Files, program.Latency{Name: m[1], Latency: clock.Range{High: 5 * clock.Millisecond, Of: 4}, Missing: true})
	}
	w.Other = clock.Range{High: 5 * clock.Millisecond, Of: 5}
	w.Display.Phase = clock.Range{High: 17 * clock.Millisecond, Of: 6}
	w.Limits.Callbacks, w.Limits.Turns = 2_000, 2_000
	return s
}

// worlds are that of a snippet, the strictest first: nothing takes time; each callback
// takes the same; callbacks take what they take; and what comes before a call that sets a timer; and all of that on a machine which
// has much else to do.
func worlds(w *program.World) []program.World {
	up := func(late clock.Span) clock.Range { return clock.Range{High: late} }
	quick := w.Clone()
	quick.Costs.Callback = up(2 * clock.Millisecond)
	slow := quick.Clone()
	slow.Costs.Call, slow.Costs.Log = up(2*clock.Millisecond), up(clock.Millisecond/10)
	busy := w.Clone()
	busy.Clock.Startup.High = 200 * clock.Millisecond
	busy.Costs.Timer, busy.Costs.Turn, busy.Costs.Call = up(200*clock.Millisecond), up(200*clock.Millisecond), up(200*clock.Millisecond)
	for i := range busy.Files {
		busy.Files[i].Latency.High = 200 * clock.Millisecond
	}
	out := []program.World{*w}
	for _, cost := range [...]clock.Span{20, 100, 300, 450, 1000} { // of loops that have too many callbacks for a length each
		same := w.Clone()
		same.Costs.Callback = clock.Exactly(cost * clock.Microsecond)
		out = append(out, same)
	}
	return append(out, quick, slow, busy)
}

// hold holds a log, or the beginning of one, against the runs of a program.
func hold(t *testing.T, s *scenario.Scenario, policy model.Policy, log []string, cut bool) {
	t.Helper()
	log, died, killed := apart(log, string(s.Code.(*js.Program).Source(s.Code.Title())))
	if died != "" {
		stop := s.Code.Prepare(policy, &s.World, program.Options{}).Run()
		if stop.Reason != sim.Died || !strings.HasPrefix(stop.Error.String(), died) {
			t.Errorf("%s, %q, where the runtime said %q", stop.Reason, stop.Error.String(), died)
		}
	}
	paths, within := 4, 2*time.Second
	if oracle != "" {
		paths, within = 50_000, 4*time.Second
	}
	var why []string
	open := false
	for i, w := range worlds(&s.World) {
		in := *s
		in.World = w
		ctx, done := context.WithTimeout(context.Background(), within)
		v := explore.Search(ctx, in.In(policy, &in.World), explore.Options{Paths: paths}, log, nil, nil)
		done()
		if v.Claim == explore.Legal || (killed || cut) && v.Line == len(log) {
			return
		}
		if open = open || v.Claim == explore.Unclear; open && oracle == "" {
			return // nothing is claimed
		}
		why = append(why, fmt.Sprintf("world %d: %s, line %d: %s", i+1, v.Claim, v.Line+1, v.Why))
	}
	t.Errorf("%s\n%s", strings.Join(log, "\n"), strings.Join(why, "\n"))
}

// equal holds that a plain run logs what a runtime did each time.
func equal(t *testing.T, s *scenario.Scenario, policy model.Policy, log []string) {
	t.Helper()
	log, died, killed := apart(log, string(s.Code.(*js.Program).Source(s.Code.Title())))
	got := runOf(s.Code, policy, &s.World)
	limited := strings.HasPrefix(got.End, sim.LimitCallbacks.String()) || strings.HasPrefix(got.End, sim.LimitTurns.String()) // of callbacks that take no time: see worlds
	if died == "" && !killed && !limited && !slices.Equal(got.Lines, log) {
		t.Errorf("each time the runtime logged\n%s\nand a plain run logs\n%s (%s)", strings.Join(log, "\n"), strings.Join(got.Lines, "\n"), got.End)
	}
}

var (
	times   = regexp.MustCompile(`^(.*) x([5-9]|\d\d+)$`) // fewer stand one by one
	numbers = regexp.MustCompile(`^(.* )(\d+)\.\.(\d+)$`)
)

// apart is a log as the snippet wrote it: lines that were counted stand there one by one;
// with what the process died of, and whether it was killed, which stand behind the lines.
func apart(log []string, source string) (lines []string, died string, killed bool) {
	_, source, _ = strings.Cut(source, "\n") // the first line says what the snippet is of
	for _, line := range log {
		switch counted, numbered := times.FindStringSubmatch(line), numbers.FindStringSubmatch(line); {
		case strings.HasPrefix(line, "[killed "):
			killed = true
		case strings.HasPrefix(line, "[exit "):
		case strings.HasPrefix(line, "[stderr "):
			died = strings.TrimSuffix(strings.TrimPrefix(line, "[stderr "), "]")
		case strings.Contains(source, line):
			lines = append(lines, line)
		case counted != nil:
			n, _ := strconv.Atoi(counted[2])
			lines = append(lines, slices.Repeat([]string{counted[1]}, n)...)
		case numbered != nil:
			from, _ := strconv.Atoi(numbered[2])
			to, _ := strconv.Atoi(numbered[3])
			for ; from <= to; from++ {
				lines = append(lines, numbered[1]+strconv.Itoa(from))
			}
		default:
			lines = append(lines, line)
		}
	}
	return lines, died, killed
}
