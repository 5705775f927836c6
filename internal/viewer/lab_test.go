package viewer_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"evsim/internal/drive"
	"evsim/internal/viewer"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"
)

// module is a page in which names of a module of the lab are global.
func module(t *testing.T, source string) browser {
	t.Helper()
	b := openBrowser(t)
	b.do(t, chromedp.Navigate("about:blank"), chromedp.Evaluate(viewer.BuildForTest(t, source), nil))
	return b
}

// call calls a function of the page.
func (b browser) call(t *testing.T, into any, function string, args ...any) {
	t.Helper()
	text, err := json.Marshal(append([]any{}, args...))
	if err != nil {
		t.Fatal(err)
	}
	b.do(t, chromedp.Evaluate(function+"(..."+string(text)+")", into, drive.Awaited))
}

type shared struct {
	Source   string   `json:"source"`
	Policies []string `json:"policies"`
	Case     string   `json:"case"`
	Predict  bool     `json:"predict"`
	Kind     string   `json:"kind"`
}

// TestLinesNow: which line of what ran is which line of what is written since.
func TestLinesNow(t *testing.T) {
	b := module(t, `
		import { linesNow } from "./src/lab-marks";
		Object.assign(globalThis, { now: (ran, now) => { const at = linesNow(ran.split(" "), now.split(" ")); return [0, ...ran.split(" ").map((_, i) => i + 1), ran.split(" ").length + 1].map(at).join(" "); } });`)
	for _, c := range [][3]string{
		{"a b c", "a b c", "0 1 2 3 0"},
		{"a b c", "x a b c", "0 2 3 4 0"},
		{"a b c", "a c", "0 1 0 2 0"},
		{"a b c", "a x c", "0 1 0 3 0"},
		{"a b c", "x", "0 0 0 0 0"},
		{"a a a", "a a", "0 1 2 0 0"},
		{"a a", "a a a", "0 1 2 0"},
		{"a b c d", "a c b d", "0 1 0 0 4 0"},
		{"a", "", "0 0 0"},
	} {
		var got string
		if b.call(t, &got, "now", c[0], c[1]); got != c[2] {
			t.Errorf("of %q in %q: %s, want %s", c[0], c[1], got, c[2])
		}
	}
}

func TestShareLinks(t *testing.T) {
	b := module(t, `
		import { fragmentOf, isShared, sharedIn } from "./src/lab-share";
		Object.assign(globalThis, { fragmentOf, isShared, said: (f) => sharedIn(f).then((s) => s, (err) => ({ source: "error: " + err.message })) });`)
	whole := shared{"evsim: 1\nname: 竞态 🏁 + / =\n", []string{"node22", "browser"}, "a slow start", true, "yaml"}
	for _, s := range []shared{whole, {Policies: []string{}, Kind: "javascript"}, {Source: strings.Repeat("- log: a\n", 20_000), Policies: []string{}, Kind: "typescript"}} {
		var fragment string
		var back shared
		b.call(t, &fragment, "fragmentOf", s)
		if strings.Trim(fragment[1:], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=") != "" || strings.HasSuffix(fragment, "=") {
			t.Errorf("%.80s has characters that an address quotes", fragment)
		}
		b.call(t, &back, "said", fragment)
		if diff := cmp.Diff(s, back); diff != "" {
			t.Errorf("(-shared +opened):\n%.400s", diff)
		}
	}
	var fragment, long string
	b.call(t, &fragment, "fragmentOf", whole)
	b.call(t, &long, "fragmentOf", shared{Source: strings.Repeat(" ", 300_000), Policies: []string{}})
	for _, bad := range []struct{ fragment, says string }{
		{fragment[:len(fragment)-20], "damaged"},
		{fragment[:20] + "AAAA" + fragment[24:], "damaged"},
		{"#code=", "damaged"},
		{"#s1=", "damaged"},
		{"#s1=%%%", "damaged"},
		{"#s1=i64FAA", "damaged"}, // [] of JSON
		{"#s2=" + fragment[6:], "another version"},
		{long, "too long"},
	} {
		var got shared
		b.call(t, &got, "said", bad.fragment)
		if got.Source != "error: "+bad.says {
			t.Errorf("%.40s: %.80q, want %q", bad.fragment, got.Source, bad.says)
		}
	}
	var old shared
	if b.call(t, &old, "said", "#s1="+fragment[6:]); !cmp.Equal(old, whole) {
		t.Errorf("a link of before there was code brings %+v", old)
	}
	for fragment, want := range map[string]bool{"#code=x": true, "#s1=x": true, "#s9=x": true, "": false, "#editor": false, "#s=": false} {
		var got bool
		if b.call(t, &got, "isShared", fragment); got != want {
			t.Errorf("%q is a link: %v", fragment, got)
		}
	}
	b.Quiet(t)
}

func TestMoves(t *testing.T) {
	b := module(t, `import { kept, moved, rowAt } from "./src/lab-moves"; Object.assign(globalThis, { kept, moved, rowAt });`)
	letters := func(text string) []string { return strings.Split(text, "") }
	for _, m := range []struct {
		list     string
		from, to int
		want     string
	}{
		{"abcd", 0, 1, "bacd"}, {"abcd", 3, 2, "abdc"}, {"abcd", 0, 3, "bcda"}, {"abcd", 3, 0, "dabc"},
		{"abcd", 1, 1, "abcd"}, {"abcd", 0, 9, "bcda"}, {"abcd", 2, -1, "cabd"}, {"abcd", 7, 0, "abcd"}, {"abcd", -1, 0, "abcd"},
	} {
		var got []string
		if b.call(t, &got, "moved", letters(m.list), m.from, m.to); strings.Join(got, "") != m.want {
			t.Errorf("%s from %d to %d: %s, want %s", m.list, m.from, m.to, got, m.want)
		}
	}
	for y, want := range map[float64]int{-5: 0, 0: 0, 29.9: 0, 30: 1, 65: 2, 900: 2} {
		var got int
		if b.call(t, &got, "rowAt", []int{0, 30, 60}, y); got != want {
			t.Errorf("row at %v: %d, want %d", y, got, want)
		}
	}
	for _, k := range []struct{ order, said, want string }{
		{"abcd", "abcd", "abcd"}, {"abcd", "bcda", "bcd"}, {"abcd", "dcba", "d"}, {"abc", "xyz", ""}, {"aab", "aba", "ab"}, {"abc", "ab", "ab"},
	} {
		var got []bool
		b.call(t, &got, "kept", letters(k.order), letters(k.said))
		text := ""
		for i, stays := range got {
			if stays {
				text += k.order[i : i+1]
			}
		}
		if len(text) != len(k.want) || len(got) != len(k.order) {
			t.Errorf("%s of %s: %q stays, want %q", k.said, k.order, text, k.want)
		}
	}
}

// TestStore holds that the page goes on where a browser keeps nothing.
func TestStore(t *testing.T) {
	b := module(t, `
		import { nameIn, policiesIn, Store } from "./src/lab-store";
		const kinds = {
			works: () => { const kept = new Map(); return () => ({ get length() { return kept.size; }, key: (i) => [...kept.keys()][i], getItem: (k) => kept.get(k) ?? null, setItem: (k, v) => kept.set(k, v), removeItem: (k) => kept.delete(k) }); },
			full: () => () => ({ length: 0, key: () => null, getItem: () => null, setItem: () => { throw new DOMException("", "QuotaExceededError"); }, removeItem: () => {} }),
			off: () => () => { throw new DOMException("", "SecurityError"); },
		};
		globalThis.tryOut = (kind) => {
			const s = new Store(kinds[kind]());
			s.put({ id: "a", source: "1", at: 1 });
			s.put({ id: "b", source: "2", from: "x.yaml", at: 2 });
			s.put({ id: "a", source: "3", at: 3 });
			s.keep({ theme: "dark" });
			s.keep({ current: "a" });
			const before = s.list().map((d) => d.id + d.source + (d.from ?? "")).join(" ");
			s.remove("a");
			return [before, s.list().length, s.settings().theme, s.settings().current, s.refused].join(", ");
		};
		globalThis.damaged = () => {
			const s = new Store(() => ({ length: 3, key: (i) => ["evsim-lab/draft/a", "evsim-lab/settings", "other"][i], getItem: () => "{", setItem: () => {}, removeItem: () => {} }));
			return s.list().length + JSON.stringify(s.settings());
		};
		Object.assign(globalThis, { nameIn, policiesIn });`)
	for kind, want := range map[string]string{
		"works": "a3 b2x.yaml, 1, dark, a, false",
		"full":  "a3 b2x.yaml, 1, dark, a, true",
		"off":   "a3 b2x.yaml, 1, dark, a, true",
	} {
		var got string
		if b.call(t, &got, "tryOut", kind); got != want {
			t.Errorf("%s: %s, want %s", kind, got, want)
		}
	}
	var got string
	if b.call(t, &got, "damaged"); got != "0{}" {
		t.Errorf("what is damaged is read as %s", got)
	}
	for source, want := range map[string]string{
		"evsim: 1\nname: A race # why\n": "A race", "name: 'in quotes'\n": "in quotes", "script: []\n": "", "script:\n  - name: x\n": "",
	} {
		if b.call(t, &got, "nameIn", source); got != want {
			t.Errorf("%q has the name %q, want %q", source, got, want)
		}
	}
	for source, want := range map[string][]string{
		"policies: [node22, browser]\n": {"node22", "browser"}, "policies:\n  - node22\n  - browser\nscript: []\n": {"node22", "browser"},
		"policies: node10\n": {"node10"}, "script: []\n": {}, "policies: [\n": {"["},
	} {
		var got []string
		if b.call(t, &got, "policiesIn", source); !slices.Equal(got, want) {
			t.Errorf("%q is for %q, want %q", source, got, want)
		}
	}
}

// TestWays: in the picture of orders a way between two boxes crosses no third.
func TestWays(t *testing.T) {
	b := module(t, `
		import { layout, pointAt, wayOf } from "./src/hasse";
		globalThis.crossed = (count, after, width, height, down) => {
			const at = layout(Array.from({ length: count }, () => ({ width: 80, height: 31 })), after, { width, height }, down);
			const found = [];
			for (let a = 0; a < count; a++) for (let b = a + 1; b < count; b++) {
				const way = wayOf(at, a, b);
				for (let t = 0; t <= 1; t += 1 / 64) {
					const p = pointAt(way, t);
					const over = at.boxes.findIndex((o, i) => i !== a && i !== b && p.x > o.x && p.x < o.x + o.width && p.y > o.y && p.y < o.y + o.height);
					if (over >= 0) { found.push(a + "-" + b + " crosses " + over); break; }
				}
			}
			return found;
		};`)
	for _, c := range []struct {
		after         [][]int
		width, height int
		down          bool
	}{
		{[][]int{{}, {}, {}}, 800, 500, false},
		{[][]int{{}, {}, {}}, 340, 0, true},
		{[][]int{{}, {}, {}, {}}, 800, 500, false},
		{[][]int{{}, {0}, {1}}, 800, 500, false},
		{[][]int{{}, {}, {0}, {1}, {2, 3}}, 340, 0, true},
	} {
		var found []string
		if b.call(t, &found, "crossed", len(c.after), c.after, c.width, c.height, c.down); len(found) > 0 {
			t.Errorf("%v, down: %v: %q", c.after, c.down, found)
		}
	}
}

// TestCompletion asks what may stand where a bar is in a text, and what the
// word there means.
func TestCompletion(t *testing.T) {
	b := module(t, `
		import { namesIn, placeAt } from "./src/lab-yaml"; import { Language } from "./src/lab-schema";
		let language;
		globalThis.learn = (schema) => { language = new Language(JSON.parse(schema)); };
		globalThis.offers = (text) => { const p = placeAt(text.replace("|", ""), text.indexOf("|")); return p ? language.offers(p).map((o) => o.label + (o.kind === "key" ? ":" : "") + o.required.map((r) => "+" + r).join("") + (o.empty ? "!" : "")) : []; };
		globalThis.names = (text) => { const p = placeAt(text.replace("|", ""), text.indexOf("|")); return language.named(p) ? namesIn(text.replace("|", "")) : []; };
		globalThis.explain = (text) => { const p = placeAt(text.replace("|", ""), text.indexOf("|")); return p ? language.explain(p) : ""; };`)
	text, err := os.ReadFile("../../docs/scenario.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	b.call(t, nil, "learn", string(text))
	for _, c := range completions {
		var got []string
		b.call(t, &got, "offers", c.text)
		for _, want := range strings.Fields(c.want) {
			if !slices.Contains(got, want) {
				t.Errorf("%q: %s is not offered, but %q", c.text, want, got)
			}
		}
		for _, not := range strings.Fields(c.not) {
			if slices.Contains(got, not) {
				t.Errorf("%q: %s is offered", c.text, not)
			}
		}
		if c.want == "" && len(got) > 0 {
			t.Errorf("%q: %q is offered, and nothing can stand there", c.text, got)
		}
	}
	for text, want := range map[string]string{
		"script:\n  - set|Timeout: 5\n    do: {log: a}\n": "Runs the callback once, after the delay.",
		"script:\n  - setTimeout: 5\n    d|o: {log: a}\n": "the callback",
		"clock: {start|up: 5ms}\n":                        "true time between the end of the main script",
		"policies: [no|de22]\n":                           "a runtime",
		"# no|thing\n":                                    "",
	} {
		var got string
		b.call(t, &got, "explain", text)
		if !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string][]string{
		"script:\n  - setTimeout: 0\n    as: t1\n    do: {log: a}\n  - {nextTick: , as: t2, do: {log: b}}\n  - clearTimeout: |\n": {"t1", "t2"},
		"script:\n  - call: |\nfunctions:\n  f: {do: {log: a}}\n  g:\n    do: {log: b}\n":                                         {"f", "g"},
		"script:\n  - setTimeout: 0\n    as: |\n    do: {log: a}\n":                                                               {},
		"script:\n  - log: |\nfunctions:\n  f: {do: {log: a}}\n":                                                                  {},
	} {
		var got []string
		b.call(t, &got, "names", text)
		if !slices.Equal(got, want) {
			t.Errorf("%q: the names %q, want %q", text, got, want)
		}
	}
	b.Quiet(t)
}

var completions = []struct{ text, want, not string }{
	{"|", "evsim: name: script: expect:", "log: node22"},
	{"evsim: 1\nna|", "name:", "evsim: startup:"},
	{"evsim: |\n", "1", "name:"},
	{"evsim: 1\nscript:\n  - |\n", "log: setTimeout:+do setImmediate:+do! nextTick:+do!", "do: name:"},
	{"script:\n  - setT|\n  - log: b\n", "setTimeout:+do", "do:"},
	{"script:\n  - setTimeout: 0\n    |\n", "do: as: unref:", "log: setTimeout:+do times:"},
	{"script:\n  - setInterval: 5\n    d|\n    times: 2\n", "do:", "times:"},
	{"script:\n  - setTimeout: 0\n    do:\n      - |\n", "log: then: catch:+do try:", "do:"},
	{"script:\n  - setTimeout: 0\n    do: {|}\n", "log:", "do:"},
	{"script:\n  - setTimeout: 0\n    do: {|\n", "log:", "do:"},
	{"script: [{setTimeout: 0, |}]\n", "do:", "log: setTimeout:+do"},
	{"script:\n  - then: |\n    do: {log: a}\n", "resolved rejected", "do:"},
	{"script:\n  - await: |\n", "value resolved thenable", "log:"},
	{"script:\n  - setTimeout: 0\n    unref: |\n", "true false", "do:"},
	{"policies: [node10, |]\n", "node22 browser", "name:"},
	{"policies:\n  - no|\n", "node22 node", "log:"},
	{"main: |\n", "cjs esm", ""},
	{"clock: {|}\n", "startup: phase: skew:", "log:"},
	{"clock:\n  skew:\n    |\n", "offset: drift:", "startup:"},
	{"expect:\n  - policy: |\n", "node22", "log:"},
	{"expect:\n  - |\n", "policy: log: outcomes:", "setTimeout:+do"},
	{"cases:\n  - name: a\n    |\n", "clock: expect:", "name: script:"},
	{"functions:\n  f:\n    |\n", "do: async:", "log:"},
	{"files:\n  a.txt: {|}\n", "latency: missing:", "do:"},
	{"script:\n  - log: |\n", "", ""},
	{"# se|\n", "", ""},
	{"script:\n  - log: a # se|\n", "", ""},
	{"script:\n  - log: 'se|'\n", "", ""},
}

// TestAnswers asks which parts of a lesson are hidden.
func TestAnswers(t *testing.T) {
	b := module(t, `import { answersIn } from "./src/lab-editor"; globalThis.answers = (text) => answersIn(text).map(({ from, to }) => text.slice(from, to));`)
	for text, want := range map[string][]string{
		"script:\n  - log: expect\nexpect:\n  - log: [a]\n":                    {"\n  - log: [a]"},
		"expect:\n- log: [a]\n- log: [b]\nname: x\nrules:\n\n  - a before b\n": {"\n- log: [a]\n- log: [b]", "\n\n  - a before b"},
		"expect: [{log: [a]}]\ncases:\n  - name: x\n# end\n":                   {" [{log: [a]}]", "\n  - name: x\n# end"},
		"script:\n  - log: a\n":                                                {},
		"expect:\n":                                                            {},
	} {
		var got []string
		if b.call(t, &got, "answers", text); !slices.Equal(got, want) {
			t.Errorf("%q hides %q, want %q", text, got, want)
		}
	}
}
