package lab_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evsim/model"
)

func TestCheck(t *testing.T) {
	s := serve(t, config())
	got := post[checked](t, s, "/api/check", asked{"source": race})
	if len(got.Problems) != 0 || got.Name != "A race" || !slices.Equal(got.Cases, []string{"a slow start"}) {
		t.Errorf("%+v", got)
	}
	var names []string
	for _, p := range got.Policies {
		names = append(names, p.Name)
		if node := strings.HasPrefix(p.Name, "node"); p.Supported != node || (p.Lacks == "setImmediate") == node {
			t.Errorf("%+v", p)
		}
	}
	var want []string
	for _, p := range model.Policies() {
		want = append(want, p.Name)
	}
	if !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}

// TestProblems have places and hints, in columns of characters.
func TestProblems(t *testing.T) {
	s := serve(t, config())
	got := post[checked](t, s, "/api/check", asked{"source": "evsim: 1\nname: Fehler\nscript:\n  - {log: \"日本𝄞\", logg: 1}\n  - settimeout: 1\n    do: {log: x}\n"})
	want := []problem{
		{4, 18, 4, 22, "error", "`logg` is not a key of `log`", "`log` takes no keys"},
		{5, 5, 5, 15, "error", "`settimeout` is not a verb", "did you mean `setTimeout`?"},
	}
	for i := range got.Problems {
		if i < len(want) && got.Problems[i] != want[i] {
			t.Errorf("%+v", got.Problems[i])
		}
	}
	if len(got.Problems) != len(want) || got.Name != "" || got.Policies == nil || got.Cases == nil {
		t.Errorf("%+v", got)
	}
	got = post[checked](t, s, "/api/check", asked{"source": "evsim: 1\nname: x\nscript:\n  - {setTimeout: 0, as: t, do: {log: x}}\n"})
	if len(got.Problems) != 1 || got.Problems[0].Severity != "warning" || !strings.Contains(string(got.Problems[0].Message), "(unused-name)") || got.Problems[0].Line != 4 || got.Problems[0].Hint == "" {
		t.Errorf("%+v", got.Problems)
	}
}

func TestRun(t *testing.T) {
	s := serve(t, config())
	got := post[recorded](t, s, "/api/run", asked{"source": race, "policies": []string{}, "case": "", "seed": 0})
	if all := runs(t, got); len(all) != 2 || all[0].Policy != "node22" || all[0].Command != "evsim run scenario.yaml --policy node22" || all[1].Policy != "node26" {
		t.Errorf("%+v", all)
	}
	got = post[recorded](t, s, "/api/run", asked{"source": race, "policies": []string{"node10", "browser", "node10"}, "case": "a slow start", "seed": 7})
	if all := runs(t, got); len(all) != 1 || all[0].Case != "a slow start" || all[0].Command != "evsim run scenario.yaml --policy node10 --case 'a slow start' --seed 7" {
		t.Errorf("%+v", all)
	}
	if want := []english{"browser has no `setImmediate` (line 8)"}; !slices.Equal(got.Notes, want) {
		t.Errorf("%q", got.Notes)
	}
	for name, q := range map[string]asked{
		"an error": {"source": "evsim: 1\nname: x\nscript: 7\n"},
		"nobody":   {"source": race, "policies": []string{"browser"}},
	} {
		if got := post[recorded](t, s, "/api/run", q); got.Document != nil || len(got.Problems)+len(got.Notes) == 0 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestExplore(t *testing.T) {
	s := serve(t, config())
	got := post[recorded](t, s, "/api/explore", asked{"source": race, "policies": []string{"node22"}, "case": ""})
	if len(got.Found) != 1 || got.Found[0].Says != "2 orders are possible" || got.Found[0].Orders != 2 || got.Found[0].Shown != 2 || !got.Found[0].Complete || got.Found[0].Deterministic {
		t.Errorf("%+v", got.Found)
	}
	all := runs(t, got)
	if len(all) != 2 || all[1].Order != 2 || !strings.HasPrefix(string(all[1].Condition), "the loop starts after the millisecond") || !strings.Contains(all[1].Command, "--replay ") {
		t.Errorf("%+v", all)
	}
	got = post[recorded](t, s, "/api/explore", asked{"source": race, "policies": []string{"node22"}, "case": "a slow start"})
	if len(got.Found) != 1 || !got.Found[0].Deterministic || got.Found[0].Says != "deterministic, 1 order is possible" {
		t.Errorf("%+v", got.Found)
	}
}

// TestPredict judges predictions of the race, which has two orders.
func TestPredict(t *testing.T) {
	s := serve(t, config())
	type first struct {
		Line   int
		Said   string
		Could  []string
		Claims []string // the rules
	}
	none := []string{}
	for _, c := range []struct {
		name     string
		lines    []string
		possible bool
		score    float64
		first    *first
		nearest  []string
	}{
		{"one order", []string{"immediate", "timer"}, true, 1, nil, []string{"immediate", "timer"}},
		{"the other", []string{"timer", "immediate"}, true, 1, nil, []string{"timer", "immediate"}},
		{"a wrong end", []string{"timer", "timer"}, false, 0.5, &first{1, "timer", []string{"immediate"}, []string{"node.turn"}}, []string{"timer", "immediate"}},
		{"too long", []string{"timer", "immediate", "timer"}, false, 2. / 3, &first{2, "timer", none, none}, []string{"timer", "immediate"}},
		{"too short", []string{"timer"}, false, 0.5, &first{1, "", []string{"immediate"}, []string{"node.turn"}}, []string{"timer", "immediate"}},
		{"nothing", none, false, 0, &first{0, "", []string{"immediate", "timer"}, none}, []string{"immediate", "timer"}},
		{"no line of it", []string{"a", "b"}, false, 0, &first{0, "a", []string{"immediate", "timer"}, none}, []string{"immediate", "timer"}},
	} {
		got := post[judged](t, s, "/api/predict", asked{"source": race, "policy": "node22", "case": "", "lines": c.lines, "hints": 4})
		var at *first
		if got.First != nil {
			at = &first{got.First.Line, got.First.Said, got.First.Could, none}
			for _, claim := range got.First.Claims {
				at.Claims = append(at.Claims, claim.Rule)
			}
		}
		if diff := cmp.Diff(c.first, at); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
		if got.Possible != c.possible || got.Score != c.score || !slices.Equal(got.Nearest, c.nearest) || got.Orders != 2 || !got.Complete || got.Policy != "node22" {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

// TestPredictSaysWhy: in Node 22 the job of the first timer comes before the
// second timer, and in Node 10 after it.
func TestPredictSaysWhy(t *testing.T) {
	s := serve(t, config())
	const timers = `evsim: 1
name: Two timers
clock: {phase: 0ms, startup: 0ms}
script:
  - setTimeout: 5
    do:
      - log: timer 1
      - then: resolved
        do: {log: job}
  - setTimeout: 5
    do: {log: timer 2}
`
	for policy, c := range map[string]struct {
		said  []string
		could string
		rule  string
	}{
		"node22": {[]string{"timer 1", "timer 2", "job"}, "job", "node.ticks-between-timers"},
		"node10": {[]string{"timer 1", "job", "timer 2"}, "timer 2", "node.list-scope"},
	} {
		got := post[judged](t, s, "/api/predict", asked{"source": timers, "policy": policy, "case": "", "lines": c.said, "hints": 4})
		if got.First == nil || got.First.Line != 1 || !slices.Equal(got.First.Could, []string{c.could}) || len(got.First.Claims) == 0 || got.First.Claims[0].Rule != c.rule {
			t.Errorf("%s: %+v", policy, got.First)
		}
		if len(got.Rules) == 0 || got.Rules[0].ID != c.rule || got.Rules[0].Says == "" || len(got.Rules[0].Sources) == 0 {
			t.Errorf("%s: %+v", policy, got.Rules)
		}
	}
}

func TestLines(t *testing.T) {
	s := serve(t, config())
	got := post[listed](t, s, "/api/lines", asked{"source": race, "policy": "", "case": "a slow start"})
	if !slices.Equal(got.Lines, []string{"immediate", "timer"}) || got.Policy != "node22" || len(got.Notes)+len(got.Problems) > 0 {
		t.Errorf("%+v", got)
	}
	got = post[listed](t, s, "/api/lines", asked{"source": "evsim: 1\nname: many\nscript:\n  repeat: 201\n  do: {log: a}\n", "policy": "browser"})
	if len(got.Lines) != 0 || !slices.Equal(got.Notes, []english{"the script logs more than the 200 lines that can be put in order"}) {
		t.Errorf("%+v", got)
	}
	got = post[listed](t, s, "/api/lines", asked{"source": race, "policy": "webkit"})
	if len(got.Lines) != 0 || len(got.Notes) != 2 {
		t.Errorf("%+v", got)
	}
}

func TestPolicies(t *testing.T) {
	s := serve(t, config())
	body, _ := get(t, s, "/api/policies", http.StatusOK)
	var got []struct {
		Name            string
		Versions, About english
	}
	if err := json.Unmarshal(body, &got); err != nil {
		t.Fatal(err)
	}
	for i, p := range model.Policies() {
		if i >= len(got) || got[i].Name != p.Name || string(got[i].Versions) != p.Versions.String() || string(got[i].About) != p.Title.String() {
			t.Fatalf("%+v", got)
		}
	}
}

// TestEndless: a run that would not end says so, and so does one whose only
// callback would not.
func TestEndless(t *testing.T) {
	s := serve(t, config())
	for name, c := range map[string]struct{ script, reason, why string }{
		"tick":     {"{call: f}\nfunctions: {f: {do: {nextTick: , do: {call: f}}}}", "callbacks", "the nextTick queue never drains"},
		"interval": {"{setInterval: 1, do: {mark: m}}", "callbacks", "the last callback was setInterval 1 at"},
		"callback": {"{repeat: 10000000, do: {repeat: 10000000, do: {mark: m}}}", "statements", "the last callback was script"},
	} {
		got := runs(t, post[recorded](t, s, "/api/run", asked{"source": "evsim: 1\nname: x\nscript: " + c.script + "\n", "policies": []string{"node22"}}))
		if len(got) != 1 || !got[0].Limit || got[0].Reason != c.reason || !strings.HasPrefix(string(got[0].Why), c.why) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// some is the parts of an answer that a test looks at.
func some[A any](t *testing.T, s *httptest.Server, path string, q asked) (out A) {
	t.Helper()
	if err := json.Unmarshal(postText(t, s, path, encoded(t, q), http.StatusOK), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestChoices: of a race logs are offered of which each is what it is said to be
// by the search itself; what is offered does not say which.
func TestChoices(t *testing.T) {
	s := serve(t, config())
	type offer struct {
		Choices [][]string
		Notes   []english
	}
	type judgement struct {
		Right, Orders int
		Logs          []struct {
			Log                    []string
			Possible               bool
			First, Second, Missing string
			Claims                 []claim
		}
		Rules []struct{ ID string }
	}
	for name, source := range map[string]string{"two lines": race, "three lines": strings.Replace(race, "script:", "script:\n  - log: start", 1)} {
		all := some[offer](t, s, "/api/lines", asked{"source": source, "policy": "node22"}).Choices
		if again := some[offer](t, s, "/api/lines", asked{"source": source, "policy": "node22"}).Choices; !cmp.Equal(all, again) || len(all) < 3 {
			t.Fatalf("%s: %q, then %q", name, all, again)
		}
		got := some[judgement](t, s, "/api/choose", asked{"source": source, "policy": "node22", "ticked": make([]bool, len(all))})
		can := 0
		for i, log := range got.Logs {
			judged := post[judged](t, s, "/api/predict", asked{"source": source, "policy": "node22", "lines": log.Log})
			if judged.Possible != log.Possible || !judged.Complete || !slices.Equal(log.Log, all[i]) {
				t.Errorf("%s: %q is said to be possible: %v, and is: %v", name, log.Log, log.Possible, judged.Possible)
			}
			switch {
			case log.Possible:
				can++
			case log.Missing != "":
				if slices.Contains(log.Log, log.Missing) {
					t.Errorf("%q has %q", log.Log, log.Missing)
				}
			case slices.Index(log.Log, log.First) < slices.Index(log.Log, log.Second):
				t.Errorf("%q has %q before %q", log.Log, log.First, log.Second)
			case len(log.Claims) == 0 || len(got.Rules) == 0:
				t.Errorf("%q cannot be, and nothing says why", log.Log)
			}
		}
		if can < 2 || can == len(all) || got.Right != len(all)-can || got.Orders < can {
			t.Errorf("%s: %d of %d can be, %d stand right, %d orders", name, can, len(all), got.Right, got.Orders)
		}
	}
	one := "evsim: 1\nname: x\nscript: [{log: a}, {log: b}]\n"
	if all := some[offer](t, s, "/api/lines", asked{"source": one, "policy": "node22"}).Choices; len(all) != 0 {
		t.Errorf("of one order there is to be chosen from %q", all)
	}
	if status, _ := ask(s, "/api/choose", asked{"source": one, "policy": "node22", "ticked": []bool{true}}); status != http.StatusBadRequest {
		t.Errorf("to judge what was not offered: %d", status)
	}
}

// TestReplay: an order that explore found is run again, by its token alone.
func TestReplay(t *testing.T) {
	s := serve(t, config())
	explored := some[struct {
		Document struct {
			Searches []struct{ Tokens []string }
		}
	}](t, s, "/api/explore", asked{"source": race, "policies": []string{"node22"}})
	if len(explored.Document.Searches) != 1 || len(explored.Document.Searches[0].Tokens) != 2 {
		t.Fatalf("%+v", explored)
	}
	for _, token := range explored.Document.Searches[0].Tokens {
		got := runs(t, post[recorded](t, s, "/api/run", asked{"source": race, "policies": []string{"node22"}, "replay": token}))
		if len(got) != 1 || !strings.HasSuffix(got[0].Command, " --replay "+token) {
			t.Errorf("%+v", got)
		}
		if status, _ := ask(s, "/api/run", asked{"source": race + "# edited\n", "policies": []string{"node22"}, "replay": token}); status != http.StatusBadRequest {
			t.Errorf("of another text: %d", status)
		}
	}
}

// TestPicture draws a run, still and moving; what cannot run has no picture.
func TestPicture(t *testing.T) {
	s := serve(t, config())
	type picture struct{ SVG string }
	still := some[picture](t, s, "/api/picture", asked{"source": race, "policies": []string{"node22"}}).SVG
	moving := some[picture](t, s, "/api/picture", asked{"source": race, "policies": []string{"node22"}, "moving": true}).SVG
	if !strings.HasPrefix(still, "<svg") || strings.Contains(still, "@keyframes") || !strings.Contains(moving, "@keyframes") {
		t.Errorf("%.200s\n%.200s", still, moving)
	}
	if none := some[picture](t, s, "/api/picture", asked{"source": "evsim: 1\nscript: 7\n", "policies": []string{"node22"}}).SVG; none != "" {
		t.Errorf("%.200s", none)
	}
}
