package syntax

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"evsim/clock"
	"evsim/model"
	"evsim/program"
	"evsim/scenario/expect"
	"evsim/scenario/script"
	"evsim/sim"
)

func parseFile(t *testing.T, file string) *script.Tree {
	t.Helper()
	src := read(t, file)
	s, diags := Parse(file, src)
	if s == nil || len(diags) > 0 {
		t.Fatalf("%s", diags.Render(src))
	}
	return s
}

// The files in testdata/good use every verb and every key of the language.
func TestGood(t *testing.T) {
	verbsUsed := make(map[script.Verb]bool)
	text := ""
	for _, file := range glob(t, "testdata/good/*.yaml") {
		for _, body := range parseFile(t, file).Script.Bodies {
			for _, s := range body.Stmts {
				verbsUsed[s.Verb] = true
			}
		}
		text += string(read(t, file))
	}
	for v := script.VerbNone + 1; v < script.VerbCount; v++ {
		if !verbsUsed[v] {
			t.Errorf("no file uses the verb %s", v)
		}
	}
	for _, key := range languageKeys() {
		if !strings.Contains(text, key+":") {
			t.Errorf("no file uses the key %s", key)
		}
	}
}

// languageKeys are all keys of the language.
func languageKeys() []string {
	var keys []string
	for _, k := range keyDocs {
		keys = append(keys, k.name)
	}
	for _, list := range [][]string{
		fieldNames(scenarioFields), fieldNames(caseFields), fieldNames(clockFields), fieldNames(skewFields), fieldNames(stepFields),
		fieldNames(costFields), fieldNames(fileFields), fieldNames(addressFields), fieldNames(waitFields), fieldNames(displayFields), fieldNames(limitFields),
		fieldNames(functionFields), fieldNames(expectFields), fieldNames(ruleFields), fieldNames(lessonFields), {"en", "zh"},
	} {
		keys = append(keys, list...)
	}
	return keys
}

const ms = clock.Millisecond

func exactly(d clock.Span) clock.Range { return clock.Exactly(d) }

func TestWorld(t *testing.T) {
	s := parseFile(t, "testdata/good/node.yaml")
	want := program.World{
		Clock: clock.Setup{
			Startup: clock.Range{Low: 0, High: 3 * ms},
			Phase:   exactly(500 * clock.Microsecond),
			Skew: clock.Skew{
				Offset: -2 * ms, Drift: -50, Jitter: clock.Range{Low: -clock.Microsecond, High: clock.Microsecond},
				Steps: []clock.Step{{At: 10 * ms, By: clock.Second}, {At: 20 * ms, By: -5 * ms}},
			},
		},
		Costs: sim.Costs{
			Callback: exactly(clock.Microsecond), Timer: clock.Range{Low: clock.Microsecond, High: 2 * clock.Microsecond},
			Microtask: exactly(100), Turn: exactly(clock.Microsecond),
		},
		Files: []program.Latency{{Name: "./a.js", Latency: exactly(2 * ms), Size: 70000}, {Name: "./b.js", Missing: true}},
		Pool:  2, ESM: true, Display: model.Display{Hz: 60},
		Limits: sim.Limits{Callbacks: 1000, Turns: 500, Time: 10 * clock.Second},
		Stated: struct{ Startup, Phase bool }{true, true},
	}
	places := cmp.Options{cmpopts.IgnoreFields(program.Latency{}, "Pos"), cmpopts.IgnoreFields(clock.Range{}, "Of")}
	if diff := cmp.Diff(want, s.World, places); diff != "" {
		t.Errorf("world (-want +got):\n%s", diff)
	}
	for i, name := range []string{"startup", "jitter", "timer"} {
		if got := s.Unknowns[i]; got.Name != name || got.Range.Known() || got.Pos.Line == 0 {
			t.Errorf("unknown %d is %v, want %s", i+1, got, name)
		}
	}
	// A case changes what it names, key by key.
	want.Clock.Startup, want.Clock.Skew.Drift = exactly(9*ms), 7
	want.Costs.Log = exactly(ms)
	want.Files = []program.Latency{want.Files[0], {Name: "./b.js", Latency: exactly(ms)}, {Name: "./c.js"}}
	want.Pool, want.Limits.Turns = 8, 7
	if diff := cmp.Diff(want, s.Cases[0].World, places); diff != "" {
		t.Errorf("the case's world (-want +got):\n%s", diff)
	}
	if got := s.World.Files[1]; !got.Missing {
		t.Error("the case changed the scenario's own files")
	}
}

func TestBrowserWorld(t *testing.T) {
	s := parseFile(t, "testdata/good/browser.yaml")
	want := program.World{
		Pool: 4, Display: model.Display{Hz: 120, Phase: exactly(3 * ms), Tells: true},
		Network: []program.Latency{{Name: "/data.json", Latency: clock.Range{Low: 20 * ms, High: 40 * ms}}, {Name: "/gone", Missing: true}},
		Users:   []program.Input{{At: exactly(10 * ms), Event: "click"}, {At: clock.Range{Low: 20 * ms, High: 30 * ms}, Event: "keydown"}},
	}
	if diff := cmp.Diff(want, s.World, cmpopts.IgnoreFields(program.Latency{}, "Pos"), cmpopts.IgnoreFields(program.Input{}, "Pos", "Target"), cmpopts.IgnoreFields(clock.Range{}, "Of")); diff != "" {
		t.Errorf("world (-want +got):\n%s", diff)
	}
	for i, name := range []string{"button", "field"} {
		if h := s.Script.Handles[s.World.Users[i].Target]; h.Name != name || h.Kind != script.HandleTarget {
			t.Errorf("user %d acts on %v", i, h)
		}
	}
}

func TestExpectations(t *testing.T) {
	s := parseFile(t, "testdata/good/node.yaml")
	want := []expect.Expectation{
		{Policies: []string{"node@22.12.0"}, Kind: expect.Log, Orders: []expect.Order{{Lines: []string{"start", "1.50", "yes"}}}, Reaches: "turns"},
		{Kind: expect.Outcomes, Orders: []expect.Order{{Lines: []string{"a"}}, {}}, Only: []string{"a"}},
		{Kind: expect.Includes, Orders: []expect.Order{{Lines: []string{"a", "b"}}}},
		{Kind: expect.Starves, Label: "immediate"},
		{Policies: []string{"node26"}, Kind: expect.Includes, Reaches: "time"},
	}
	places := []cmp.Option{cmpopts.IgnoreFields(expect.Expectation{}, "Pos", "Key", "For"), cmpopts.IgnoreFields(expect.Order{}, "Pos", "At"), cmpopts.IgnoreFields(expect.Rule{}, "Pos")}
	if diff := cmp.Diff(want, s.Expect, places...); diff != "" {
		t.Errorf("expect (-want +got):\n%s", diff)
	}
	rules := []expect.Rule{
		{Kind: expect.Before, A: "start", B: "timeout", Text: "start before timeout"},
		{Kind: expect.Adjacent, A: "a", B: "one", Text: "a adjacent one"},
		{Kind: expect.Never, A: "immediate", Text: "immediate never"},
		{Kind: expect.Once, A: "closed", Text: "closed once"},
		{Kind: expect.At, A: "tick", At: 5 * ms, Text: "tick at 5ms"},
		{Kind: expect.Once, A: "left out", On: []string{"node26"}, Text: "left out once"},
		{Kind: expect.Before, A: "done", B: "round 3", Text: `"done" before round 3`},
		{Kind: expect.NeverAfter, A: "a", B: "round 3", Text: "a never after round 3"},
		{Kind: expect.Within, A: "tick", B: "start", At: ms + ms/2, Text: "tick within 1.5ms of start"},
		{Kind: expect.Eventually, A: "a", Text: "eventually a"},
		{Kind: expect.Or, A: "a", B: "round 1", More: []string{"tick"}, Text: "a or round 1 or tick"},
		{Kind: expect.ExactlyOne, A: "a", B: "tick", More: []string{"round 1"}, Text: `exactly one of a, tick, "round 1"`},
		{Kind: expect.AtMost, A: "round ${n}", B: "tick", Most: 2, Text: "at most 2 of round ${n}..tick"},
		{Kind: expect.Before, A: "round ${k}", B: "round ${k}0", Each: "k", Text: "for each k: round ${k} before round ${k}0"},
	}
	if diff := cmp.Diff(rules, s.Rules, places...); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"node@22.12.0", "node26"}, s.Policies); diff != "" {
		t.Errorf("policies (-want +got):\n%s", diff)
	}
	first := s.Expect[0].Orders[0]
	if src := read(t, s.File); !strings.HasPrefix(lineOf(src, first.Pos[1].Line)[first.Pos[1].Col-1:], "1.50") {
		t.Errorf("the line 1.50 does not stand at %v", first.Pos[1])
	}
}

func lineOf(src []byte, n int32) string { return strings.Split(string(src), "\n")[n-1] }

func TestNeeds(t *testing.T) {
	s := parseFile(t, "testdata/good/browser.yaml")
	var got []string
	for _, n := range s.Needs {
		got = append(got, n.Verb)
	}
	want := []string{"users", "requestAnimationFrame", "requestIdleCallback", "channel", "send", "transaction", "postTask", "on: error"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("needs (-want +got):\n%s", diff)
	}
	var last program.Need
	for i, n := range s.Needs {
		if i > 0 && comparePos(last.Pos, n.Pos) > 0 {
			t.Errorf("%s stands before %s", n.Verb, last.Verb)
		}
		last = n
	}
	if s.Expect[0].Label != "postTask" {
		t.Errorf("`unsupported: yield: scheduler` is kept as %q, and Needs call it postTask", s.Expect[0].Label)
	}
	missing := s.Lacks(model.MustLookup("node26"))
	if missing == nil || missing.Verb != "users" {
		t.Errorf("Node lacks %v first", missing)
	}
}

// statement parses a script of one statement.
func statement(t *testing.T, text string) (*script.Tree, script.Stmt) {
	t.Helper()
	src := "evsim: 1\nname: x\nmain: esm\nfunctions: {f: {do: []}, g: {async: true, generator: true, do: []}}\nscript:\n  - {promise: p}\n  - {mark: m}\n  - {setTimeout: 0, as: t, do: []}\n  - {listen: b, do: []}\n  - {channel: c}\n  - " + text + "\n"
	s, diags := Parse("x.yaml", []byte(src))
	if s == nil {
		t.Fatalf("%s", diags.Render([]byte(src)))
	}
	stmts := s.Script.Bodies[s.Script.Main].Stmts
	return s, stmts[len(stmts)-1]
}

func TestStatements(t *testing.T) {
	const p, m, tm, b = 0, 1, 2, 3
	nothing := script.Given{Handle: script.None, Func: script.None}
	plain := func(set func(*script.Stmt)) script.Stmt { s := blank; set(&s); return s }
	tests := []struct {
		text string
		want script.Stmt
	}{
		{"busy: 1ms..2ms", plain(func(s *script.Stmt) { s.Verb, s.Span = script.VerbBusy, clock.Range{Low: ms, High: 2 * ms, Of: 1} })},
		{"mark: m", plain(func(s *script.Stmt) { s.Verb, s.Target = script.VerbMark, m })},
		{"clearTimeout: t", plain(func(s *script.Stmt) { s.Verb, s.Target = script.VerbClearTimeout, tm })},
		{"{resolve: p, with: thenable}", plain(func(s *script.Stmt) {
			s.Verb, s.Target, s.Given = script.VerbResolve, p, script.Given{Kind: script.GivenThenable, Handle: script.None, Func: script.None}
		})},
		{"{reject: p, with: {call: f}}", plain(func(s *script.Stmt) {
			s.Verb, s.Target, s.Given = script.VerbReject, p, script.Given{Kind: script.GivenCall, Handle: script.None, Func: 0}
		})},
		{"{then: p, as: p}", plain(func(s *script.Stmt) {
			s.Verb, s.Target, s.As, s.Given = script.VerbThen, p, p, script.Given{Kind: script.GivenPromise, Handle: p, Func: script.None}
		})},
		{"{then: rejected, as: p}", plain(func(s *script.Stmt) {
			s.Verb, s.As, s.Given = script.VerbThen, p, script.Given{Kind: script.GivenRejected, Handle: script.None, Func: script.None}
		})},
		{"all: [p, p]", plain(func(s *script.Stmt) { s.Verb, s.Members = script.VerbAll, []script.HandleID{p, p} })},
		{"{call: f, as: p}", plain(func(s *script.Stmt) { s.Verb, s.Func, s.As = script.VerbCall, 0, p })},
		{"await: {promise: p}", plain(func(s *script.Stmt) {
			s.Verb, s.Given = script.VerbAwait, script.Given{Kind: script.GivenPromise, Handle: p, Func: script.None}
		})},
		{"yield: scheduler", plain(func(s *script.Stmt) { s.Verb = script.VerbYieldScheduler })},
		{"{for await: {call: g}, times: 2, do: []}", plain(func(s *script.Stmt) { s.Verb, s.Func, s.Count, s.Do = script.VerbForAwait, 1, 2, 5 })},
		{"{for await: [value, {promise: p}], do: []}", plain(func(s *script.Stmt) {
			s.Verb, s.Elements, s.Do = script.VerbForAwait, []script.Given{{Kind: script.GivenValue, Handle: script.None, Func: script.None}, {Kind: script.GivenPromise, Handle: p, Func: script.None}}, 5
		})},
		{"exit: 255", plain(func(s *script.Stmt) { s.Verb, s.Count = script.VerbExit, 255 })},
		{"exit:", plain(func(s *script.Stmt) { s.Verb, s.Bare = script.VerbExit, true })},
		{"exit: -1", plain(func(s *script.Stmt) { s.Verb, s.Count = script.VerbExit, -1 })},
		{"exitCode: 300", plain(func(s *script.Stmt) { s.Verb, s.Count = script.VerbExitCode, 300 })},
		{"kill: SIGTERM", plain(func(s *script.Stmt) { s.Verb, s.Kind = script.VerbKill, uint8(script.OnSIGTERM) })},
		{"_tickCallback:", plain(func(s *script.Stmt) { s.Verb = script.VerbTickCallback })},
		{"{vm: afterEvaluate, do: []}", plain(func(s *script.Stmt) { s.Verb, s.Kind, s.Do = script.VerbVM, uint8(script.ContextAfterEvaluate), 5 })},
		{"{on: SIGUSR2, do: []}", plain(func(s *script.Stmt) { s.Verb, s.Kind, s.Do = script.VerbOn, uint8(script.OnSIGUSR2), 5 })},
		{"io: crypto", plain(func(s *script.Stmt) { s.Verb, s.Kind = script.VerbIO, uint8(script.IOCrypto) })},
		{"dispatch: b", plain(func(s *script.Stmt) { s.Verb, s.Target, s.Event = script.VerbDispatch, b, "click" })},
		{"{dispatch: b, event: keyup}", plain(func(s *script.Stmt) { s.Verb, s.Target, s.Event = script.VerbDispatch, b, "keyup" })},
	}
	for _, tt := range tests {
		_, got := statement(t, tt.text)
		if diff := cmp.Diff(tt.want, got, cmpopts.IgnoreFields(script.Stmt{}, "Pos")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, diff)
		}
	}
	if blank.Given != nothing {
		t.Error("a statement without `with` must give nothing")
	}
}

func TestBodies(t *testing.T) {
	tests := []struct {
		text   string
		labels string // of do, catch, finally and links, as far as they are there
	}{
		{"{setTimeout: 0, do: []}", "setTimeout 0"},
		{"{do: [], as: t, setTimeout: 5}", "setTimeout 5 (as t)"},
		{"{setTimeout: , do: []}", "setTimeout"},
		{"{unref: true, setImmediate: , do: []}", "setImmediate"},
		{"{then: p, catch: [], do: []}", "then p|then p catch"},
		{"{finally: p, do: []}", "finally p"},
		{"{try: , do: [], catch: [], finally: []}", "try|try catch|try finally"},
		{"{try: [], catch: []}", "try|try catch"},
		{"{on: exit, do: []}", "on exit"},
		{"{promise: p, do: []}", "promise p"},
		{"{listen: b, do: [], event: keyup}", "listen keyup on b"},
		{"{postTask: background, do: []}", "postTask background"},
		{"{repeat: 3, do: []}", "repeat 3"},
		{"{chain: p, links: [{then: []}, {finally: []}]}", "chain p then|chain p finally"},
	}
	for _, tt := range tests {
		s, stmt := statement(t, tt.text)
		var labels []string
		ids := []script.BodyID{stmt.Do, stmt.Catch, stmt.Finally}
		for _, l := range stmt.Links {
			ids = append(ids, l.Body)
		}
		for _, id := range ids {
			if id != script.NoBody {
				labels = append(labels, s.Script.Bodies[id].Label)
				if s.Script.Bodies[id].Pos.Line != 11 {
					t.Errorf("%s: the body stands at %v", tt.text, s.Script.Bodies[id].Pos)
				}
			}
		}
		if got := strings.Join(labels, "|"); got != tt.labels {
			t.Errorf("%s: labels %q, want %q", tt.text, got, tt.labels)
		}
	}
	s, _ := statement(t, "call: f")
	if f := s.Script.Functions[0]; s.Script.Bodies[f.Body].Label != "function f" || s.Script.Bodies[s.Script.Main].Label != "script" {
		t.Error("labels of the function and the script")
	}
}

func TestDelays(t *testing.T) {
	tests := map[string]float64{
		"0": 0, "1.9": 1.9, "-5": -5, "2147483648": 2147483648, "1e3": 1000, "0x10": 16, ".5": 0.5, "+5": 5, "5.": 5, "-0": math.Copysign(0, -1),
		".nan": math.NaN(), "NaN": math.NaN(), ".inf": math.Inf(1), "-.inf": math.Inf(-1), "-Infinity": math.Inf(-1), "1e999": math.Inf(1),
		"5ms": 5, "0.5ms": 0.5, "500us": 0.5, "2s": 2000, "-1ms": -1, `"1.5ms"`: 1.5,
	}
	for text, want := range tests {
		_, s := statement(t, "{setTimeout: "+text+", do: []}")
		same := s.Delay == want && math.Signbit(s.Delay) == math.Signbit(want) || math.IsNaN(s.Delay) && math.IsNaN(want)
		if !s.HasDelay || !same {
			t.Errorf("setTimeout: %s is %v, want %v", text, s.Delay, want)
		}
	}
	if _, s := statement(t, "{setInterval: , do: []}"); s.HasDelay {
		t.Error("a delay that was left out is there")
	}
}

func TestTexts(t *testing.T) {
	const m = 1
	tests := []struct {
		text string
		want []script.TextPart
	}{
		{"plain", []script.TextPart{{Text: "plain", Mark: script.None}}},
		{"007", []script.TextPart{{Text: "007", Mark: script.None}}},
		{`""`, []script.TextPart{{Text: "", Mark: script.None}}},
		{"${now}", []script.TextPart{{Hole: script.HoleNow, Mark: script.None}}},
		{"a${n}b${m}", []script.TextPart{{Text: "a", Mark: script.None}, {Hole: script.HoleCount, Mark: script.None}, {Text: "b", Mark: script.None}, {Hole: script.HoleMark, Mark: m}}},
		{"$5 $${now} $$", []script.TextPart{{Text: "$5 ${now} $$", Mark: script.None}}},
	}
	for _, tt := range tests {
		s, stmt := statement(t, "log: "+tt.text)
		if diff := cmp.Diff(tt.want, s.Script.Texts[stmt.Text].Parts); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, diff)
		}
	}
}

// Waits of code have lengths, and what comes of them; a case replaces one by its
// name.
func TestWaits(t *testing.T) {
	s := parseFile(t, "testdata/good/code.yaml")
	want := []program.Latency{
		{Name: "db", Latency: clock.Range{Low: 2 * ms, High: 9 * ms}, Value: "[1, 2]"},
		{Name: "cache", Latency: exactly(ms), Missing: true, Failure: "connection reset"},
		{Name: "queue", Missing: true},
	}
	ignore := []cmp.Option{cmpopts.IgnoreFields(program.Latency{}, "Pos"), cmpopts.IgnoreFields(clock.Range{}, "Of")}
	if diff := cmp.Diff(want, s.World.IO, ignore...); diff != "" {
		t.Error(diff)
	}
	want[0] = program.Latency{Name: "db", Latency: exactly(1000 * ms), Value: "none"}
	if diff := cmp.Diff(want, s.Cases[0].World.IO, ignore...); diff != "" {
		t.Error(diff)
	}
}
