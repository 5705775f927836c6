package evidence_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"evsim/clock"
	"evsim/explore"
	"evsim/internal/observe"
	"evsim/internal/observe/evidence"
	"evsim/model"
	"evsim/scenario"

	"github.com/google/go-cmp/cmp"
)

func parse(t *testing.T, src string) *scenario.Scenario {
	t.Helper()
	s, diagnostics := scenario.Parse("test.yaml", []byte("evsim: 1\nname: test\n"+src))
	if s == nil {
		t.Fatal(diagnostics)
	}
	return s
}

func TestTimeless(t *testing.T) {
	s := parse(t, `script:
  - mark: m
  - log: "now ${now}, round ${n}"
  - log: "${m} since"
  - log: now 5
  - log: "a (b) ${now}${now}"
  - try: {throw: "at ${now}: ${n}"}
    catch: {log: "${error} @ ${now}"}
`)
	timeless := evidence.Timeless(s)
	for line, want := range map[string]string{
		"now 12.25, round 3": "now ~, round 3",
		"now ?, round 3":     "now ~, round 3",
		"now ~, round 3":     "now ~, round 3",
		"now x, round 3":     "now x, round 3",
		"0.01 since":         "~ since",
		"now 5":              "now 5",
		"a (b) 12":           "a (b) ~~",
		"anything @ 3":       "anything @ ~",
		"at 7: 1 @ 3":        "at 7: 1 @ ~",
		"":                   "",
	} {
		if got := timeless(line); got != want {
			t.Errorf("%q: %q, not %q", line, got, want)
		}
	}
}

func TestMergeTimes(t *testing.T) {
	s := parse(t, `script: {log: "at ${now}"}`)
	seen := func(runs, code int, log ...string) observe.Observed {
		return observe.Observed{Observation: observe.Observation{Log: log, Code: code}, Runs: runs}
	}
	counted := func(runs, code int, ms [][]float64, log ...string) evidence.Counted {
		return evidence.Counted{Outcome: evidence.Outcome{Log: log, Code: code, Millis: ms}, Runs: runs}
	}
	got := evidence.MergeTimes(s, []observe.Observed{seen(1, 0, "at 1"), seen(2, 0, "other"), seen(3, 0, "at 2"), seen(9, 1, "at 3")}, false)
	want := []evidence.Counted{counted(9, 1, nil, "at ~"), counted(4, 0, nil, "at ~"), counted(2, 0, nil, "other")}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	got = evidence.MergeTimes(s, []observe.Observed{seen(1, 0, "at 1 @1.02"), seen(2, 0, "at 2 @2", "b @17"), seen(1, 0, "at 3 @3.5"), seen(1, 0, "b @")}, true)
	want = []evidence.Counted{
		counted(2, 0, [][]float64{{1.02}, {3.5}}, "at ~"), counted(2, 0, [][]float64{{2, 17}, {2, 17}}, "at ~", "b"), counted(1, 0, nil, "b @"),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestStamped(t *testing.T) {
	s := parse(t, `script:
  - log: "start @ ${n}"
  - setTimeout: 5
    do: {throw: same}
  - on: uncaughtException
    do: {log: "${error}"}
  - try: {throw: same}
    catch: {log: same}
`)
	before := evidence.Predict(s, model.MustLookup("node22"))
	got := evidence.Predict(evidence.Stamped(s), model.MustLookup("node22"))
	if want := []string{"start @ 1 @0", "same @0", "same @5"}; !slices.Equal(got.Log, want) {
		t.Errorf("%q, not %q", got.Log, want)
	}
	for i, line := range got.Log {
		if text, _ := evidence.Unstamped(line); text != before.Log[i] {
			t.Errorf("%q without its stamp is %q, not %q", line, text, before.Log[i])
		}
	}
	if again := evidence.Predict(s, model.MustLookup("node22")); !slices.Equal(again.Log, before.Log) {
		t.Errorf("the scenario itself has changed: %q", again.Log)
	}
}

func TestOutcomesAreEqual(t *testing.T) {
	ended := func(code int, log ...string) evidence.Outcome { return evidence.Outcome{Log: log, Code: code} }
	endless := func(log ...string) evidence.Outcome { return evidence.Outcome{Log: log, Endless: true} }
	waits := func(log ...string) evidence.Outcome { return evidence.Outcome{Log: log, Endless: true, Whole: true} }
	for _, c := range []struct {
		a, b evidence.Outcome
		want bool
	}{
		{ended(0, "a"), ended(0, "a"), true},
		{ended(0, "a"), ended(1, "a"), false},
		{ended(0, "a"), ended(0, "a", "b"), false},
		{ended(0), endless(), false},
		{endless("a"), endless("a", "b"), true},
		{endless("b"), endless("a", "b"), false},
		{waits("a"), endless("a"), true},
		{waits("a"), endless("a", "b"), false},
		{waits("a", "b"), endless("a"), false},
		{waits("a"), waits("a", "b"), false},
		{waits("a"), ended(0, "a"), false},
		{ended(0, "Cannot read property 'x' of undefined"), ended(0, "Cannot read properties of undefined (reading 'y')"), true},
		{ended(0, "resolveFirst is not a function"), ended(0, "resolve is not a function"), true},
	} {
		if c.a.Equal(c.b) != c.want || c.b.Equal(c.a) != c.want {
			t.Errorf("%v and %v: not %v", c.a, c.b, c.want)
		}
	}
}

// A run that waits for ever has logged all that it logs, and one that goes on
// has not.
func TestPredictionsThatAreWhole(t *testing.T) {
	for src, whole := range map[string]bool{
		"script: [{io: net, latency: never, do: {log: b}}, {log: a}]": true,
		"script: [{setInterval: 1, do: {log: i}}]":                    false,
		"script: [{log: a}]": false,
		"script: [{setImmediate: , do: {log: b}}, {exit: 0}, {log: a}]": false,
	} {
		o := evidence.Predict(parse(t, src), model.MustLookup("node22"))
		if o.Whole != whole || o.Whole && !o.Endless {
			t.Errorf("%s: whole %v, endless %v", src, o.Whole, o.Endless)
		}
	}
}

// What a scenario's exact world does not allow, a machine may that takes its
// time; and no machine allows everything.
func TestRealTime(t *testing.T) {
	s := parse(t, `clock: {startup: 0ms}
files: {./there: {latency: 1ms}}
script:
  - setTimeout: 0
    do: {log: timer}
  - setImmediate:
    do: {log: immediate}
  - readFile: ./anywhere
    do: {log: read}
`)
	c := evidence.Case{Scenario: s, Policy: model.MustLookup("node22"), Paths: 20_000}
	for _, want := range []struct {
		log      string
		claim    explore.Claim
		realTime bool
	}{
		{"immediate read timer", explore.Legal, false},
		{"timer immediate read", explore.Legal, false}, // half a millisecond is enough
		{"immediate timer read", explore.Legal, false},
	} {
		got := c.JudgeReal(context.Background(), evidence.Outcome{Log: strings.Fields(want.log)})
		if got.Claim != want.claim || got.RealTime != want.realTime {
			t.Errorf("%s: %v, in real time %v", want.log, got.Claim, got.RealTime)
		}
	}
	idle := evidence.Case{Scenario: parse(t, "script: [{setTimeout: 30, do: {log: a}}, {setTimeout: 0, do: {setTimeout: 0, do: {log: b}}}]"), Policy: model.MustLookup("node22")}
	if got := idle.JudgeReal(context.Background(), evidence.Outcome{Log: []string{"a", "b"}}); got.Claim != explore.Legal || !got.RealTime || got.Overdue {
		t.Errorf("30 ms late: %+v", got)
	}
	never := evidence.Case{Scenario: parse(t, "script: [{setImmediate: , do: {log: b}}, {log: a}]"), Policy: model.MustLookup("node22")}
	if got := never.JudgeReal(context.Background(), evidence.Outcome{Log: []string{"b", "a"}}); got.Claim != explore.Illegal || got.Line != 0 {
		t.Errorf("the end before the beginning: %+v", got)
	}
	cut := c.JudgeReal(context.Background(), evidence.Outcome{Log: []string{"timer"}, Endless: true})
	if cut.Claim != explore.Legal || !cut.Cut {
		t.Errorf("a run that was stopped: %+v", cut)
	}
	if s.World.Clock.Startup != (clock.Range{}) || s.World.Files[0].Latency.High != clock.Millisecond {
		t.Error("the scenario itself has changed")
	}
}

// Statements take time on real machines: an interval that was set before a
// timeout is due before it. And a clock that is read coarsely may let work end
// too early.
func TestRealTimeInBrowsers(t *testing.T) {
	for _, c := range []struct{ script, log string }{
		{"[{setInterval: 2, times: 2, do: {log: i}}, {setTimeout: 4, do: {log: t}}]", "i i t"},
		{"[{setTimeout: 10, do: {log: a}}, {busy: 5ms}, {setTimeout: 5, do: {log: b}}]", "b a"},
	} {
		k := evidence.Case{Scenario: parse(t, "script: "+c.script), Policy: model.MustLookup("browser"), Paths: 200_000}
		if v := k.Judge(context.Background(), strings.Fields(c.log)); v.Claim != explore.Illegal {
			t.Errorf("%s: %s is %v in the scenario's own world", c.script, c.log, v.Claim)
		}
		if v := k.JudgeReal(context.Background(), evidence.Outcome{Log: strings.Fields(c.log)}); v.Claim != explore.Legal {
			t.Errorf("%s: %s is %v", c.script, c.log, v.Claim)
		}
	}
}

// Firefox is told by another thread that a timer is due. On a machine that lets
// that thread wait, messages go before the timer, and idle callbacks do; but not
// where the timer was due as it was set, or where its task stands in line.
func TestTimersAreToldOfLate(t *testing.T) {
	const message = "script: [{channel: c, do: {log: m}}, {setTimeout: 4, do: {log: t}}, {busy: 6ms}, {postMessage: c}]"
	for _, c := range []struct {
		policy, script, log string
		want                explore.Claim
	}{
		{"firefox", message, "t m", explore.Legal},
		{"firefox", message, "m t", explore.Legal},
		{"firefox", "script: [{setTimeout: 4, do: {log: t}}, {setTimeout: 5, do: {log: u}}, {busy: 9ms}]", "u t", explore.Illegal},
		{"firefox", "script: [{channel: c, do: {log: m}}, {setTimeout: 0, do: {log: t}}, {postMessage: c}]", "m t", explore.Illegal},
		{"firefox", "script: [{setTimeout: 1, do: {log: t}}, {requestIdleCallback: , do: {log: i}}, {busy: 2ms}]", "i t", explore.Legal},
	} {
		k := evidence.Case{Scenario: parse(t, c.script), Policy: model.MustLookup(c.policy), Paths: 200_000}
		v := k.JudgeReal(context.Background(), evidence.Outcome{Log: strings.Fields(c.log)})
		if v.Claim != c.want {
			t.Errorf("%s: %s: %s is %v, want %v: %s", c.policy, c.script, c.log, v.Claim, c.want, v.Why)
		}
		if own := k.Judge(context.Background(), strings.Fields(c.log)); c.log == "m t" && own.Claim != explore.Illegal {
			t.Errorf("%s: %s: %s is %v in the scenario's own world", c.policy, c.script, c.log, own.Claim)
		}
	}
}

func TestJitterIsNoEvidence(t *testing.T) {
	s := parse(t, "clock: {skew: {jitter: 0ms..1ms}}\nscript: {log: a}\n")
	c := evidence.Case{Scenario: s, Policy: model.MustLookup("node22")}
	if v := c.Judge(context.Background(), []string{"b"}); v.Claim != explore.Unclear || v.Why == "" {
		t.Errorf("%+v", v)
	}
	if v := c.Judge(context.Background(), []string{"a"}); v.Claim != explore.Legal {
		t.Errorf("%+v", v)
	}
}

// Records that are written are read as they were, alike versions together and
// in order.
func TestRecords(t *testing.T) {
	record := func(file, version string, lines ...string) evidence.Record {
		return evidence.Record{
			File: file, Mode: evidence.Virtual, Runtime: "node", Versions: []string{version}, Script: "0123",
			Logs: []evidence.Log{{Lines: lines}},
		}
	}
	older := []evidence.Record{record("b", "10.0.0", "x"), record("a", "9.0.0", "<1>"), record("a", "10.0.0", "<1>")}
	newer := []evidence.Record{record("b", "10.0.0", "y"), record("a", "10.0.0", "<1>"), record("a", "9.10.0", "<1>"), record("a", "9.9.0", "2")}
	var b bytes.Buffer
	if err := evidence.Write(&b, evidence.Merge(older, newer)); err != nil {
		t.Fatal(err)
	}
	want := `{"file":"a","mode":"virtual","runtime":"node","versions":["9.0.0","9.10.0","10.0.0"],"script":"0123","logs":[{"log":["<1>"]}]}
{"file":"a","mode":"virtual","runtime":"node","versions":["9.9.0"],"script":"0123","logs":[{"log":["2"]}]}
{"file":"b","mode":"virtual","runtime":"node","versions":["10.0.0"],"script":"0123","logs":[{"log":["y"]}]}
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
	read, err := evidence.Read(&b)
	if err != nil || len(evidence.Split(read)) != 5 {
		t.Errorf("%v: %v", read, err)
	}
	for _, bad := range []string{"{", `{"file":"a"}`, `{"file":"a","versions":["1"],"logs":[{}],"more":1}`} {
		if _, err := evidence.Read(strings.NewReader("\n" + bad)); err == nil || !strings.HasPrefix(err.Error(), "line 2: ") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// A digest tells scripts apart, and not names.
func TestDigest(t *testing.T) {
	digest := func(src string) string {
		d, err := evidence.Digest(parse(t, src), observe.VirtualNode)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	a, b := digest("script: {log: a}"), digest("script: {log: b}")
	if a == b || a != digest("about: more\nscript: {log: a}") {
		t.Error("digests do not tell scripts apart")
	}
	renamed := parse(t, "script: {log: a}")
	renamed.Name = "another"
	if d, _ := evidence.Digest(renamed, observe.VirtualNode); d != a {
		t.Error("the name counts")
	}
}

// What a browser's virtual clock does not drive is refused, with its place.
func TestInVirtualBrowser(t *testing.T) {
	for _, c := range []struct{ statement, want string }{
		{"log: a", ""},
		{"setTimeout: 5\n    do: {log: a}", ""},
		{"busy: 1ms", "x.yaml:4:5: `busy` cannot be had under a browser's virtual clock, which stands still while a script runs"},
		{"setTimeout: 5\n    do: {busy: 1ms}", "x.yaml:5:10: `busy` cannot be had"},
		{"requestAnimationFrame:\n    do: []", "x.yaml:4:5: `requestAnimationFrame` cannot be had"},
		{"requestIdleCallback:\n    do: []", "by which frames and idle periods do not go"},
		{"fetch: /a", "by which the network and databases do not go"},
		{"transaction: t", "by which the network and databases do not go"},
	} {
		s, diagnostics := scenario.Parse("x.yaml", []byte("evsim: 1\nname: x\nscript:\n  - "+c.statement+"\n"))
		if s == nil {
			t.Fatal(diagnostics)
		}
		err := evidence.InVirtualBrowser(s)
		if said := fmt.Sprint(err); (err == nil) != (c.want == "") || !strings.Contains(said, c.want) && err != nil {
			t.Errorf("%s: %v", c.statement, err)
		}
	}
}

// What a page logs that was not loaded or not visible is no proof; a log of a
// page at rest is one, also where only its end is missing.
func TestJudgeOfAPageThatIsUnsettled(t *testing.T) {
	s, diagnostics := scenario.Parse("early.yaml", []byte("evsim: 1\nname: early\npolicies: [firefox]\nscript:\n  - log: a\n  - setTimeout: 5\n    do: {log: b}\n"))
	if s == nil {
		t.Fatal(diagnostics)
	}
	c := evidence.Case{Scenario: s, Policy: model.MustLookup("firefox"), Paths: 1000}
	for _, x := range []struct {
		log       []string
		unsettled bool
		want      explore.Claim
	}{
		{[]string{"a", "b"}, false, explore.Legal},
		{[]string{"a", "b"}, true, explore.Legal},
		{[]string{"a"}, false, explore.Illegal},
		{[]string{"a"}, true, explore.Unclear},
		{[]string{"b", "a"}, false, explore.Illegal},
		{[]string{"b", "a"}, true, explore.Unclear},
	} {
		seen := c.JudgeReal(t.Context(), evidence.Outcome{Log: x.log, Unsettled: x.unsettled})
		if seen.Claim != x.want || (x.want == explore.Unclear) != (seen.Why != "") {
			t.Errorf("%q, unsettled %v: %v, not %v", x.log, x.unsettled, seen.Claim, x.want)
		}
	}
}

// Where not all was looked through that an idle machine allows,
// it is not said that a log is one of a slow machine.
func TestNotKnownToBeLate(t *testing.T) {
	s := parse(t, "script: [{requestAnimationFrame: , do: {mark: m}}, {setTimeout: 10, do: {log: a}}, {setTimeout: 5, do: {log: b}}, {setTimeout: 20, do: {log: c}}]\n")
	for paths, perhaps := range map[int]bool{1: true, 100_000: false} {
		k := evidence.Case{Scenario: s, Policy: model.MustLookup("browser"), Paths: paths}
		v := k.JudgeReal(context.Background(), evidence.Outcome{Log: strings.Fields("a b c")})
		if v.Claim != explore.Legal || !v.RealTime || v.Perhaps != perhaps || v.Overdue {
			t.Errorf("%d paths: %+v", paths, v)
		}
		if got := evidence.MostlyLate([]int{1}, []evidence.Seen{v}); got == perhaps {
			t.Errorf("%d paths: mostly late: %v", paths, got)
		}
	}
}

func TestMostlyLate(t *testing.T) {
	legal, late := evidence.Seen{Verdict: explore.Verdict{Claim: explore.Legal}}, evidence.Seen{Verdict: explore.Verdict{Claim: explore.Legal}, RealTime: true}
	for _, c := range []struct {
		runs []int
		want bool
	}{{[]int{3, 2}, false}, {[]int{2, 2}, false}, {[]int{2, 3}, true}, {[]int{0, 1}, true}, {[]int{1, 0}, false}} {
		if got := evidence.MostlyLate(c.runs, []evidence.Seen{legal, late}); got != c.want {
			t.Errorf("%v: %v", c.runs, got)
		}
	}
}
