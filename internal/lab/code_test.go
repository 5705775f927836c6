package lab_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"evsim/internal/code"
	"evsim/internal/lab"
	"evsim/internal/lab/answer"
	"evsim/internal/lab/apart"
	"evsim/internal/testmain"
)

// TestMain makes this program the process, too, that answers about code.
func TestMain(m *testing.M) {
	if !apart.Wanted() {
		testmain.Run(m)
		return
	}
	limits := config().Limits
	if os.Getenv("EVSIM_TEST_HURRY") != "" {
		limits = hurried(limits)
	}
	answers, err := answer.New(answer.Config{Limits: limits, Code: code.Text})
	if err == nil {
		err = apart.Serve(os.Stdin, os.Stdout, answers, func() { os.Exit(apart.OutOfMemory) })
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

// hurried is limits whose time is soon over.
func hurried(l answer.Limits) answer.Limits {
	l.Check, l.Run, l.Explore = 200*time.Millisecond, 200*time.Millisecond, 200*time.Millisecond
	return l
}

// withCode is a lab that runs code.
func withCode(t *testing.T, c lab.Config) *httptest.Server {
	t.Helper()
	workers, err := apart.New(c.Limits)
	if err != nil {
		t.Fatal(err)
	}
	workers.Grace = min(workers.Grace, c.Run)
	t.Cleanup(workers.Close)
	c.Apart = workers
	return serve(t, c)
}

const raceCode = `setTimeout(() => console.log('timer'), 0);
setImmediate(() => console.log('immediate'));
`

// TestCode asks everything of code that is asked of scenarios.
func TestCode(t *testing.T) {
	s := withCode(t, config())
	of := asked{"language": "javascript"}
	check := post[checked](t, s, "/api/check", with(of, raceCode))
	if len(check.Problems) != 0 || check.Name != "script.js" || !slices.ContainsFunc(check.Policies, func(p struct {
		Name      string
		Supported bool
		Lacks     string
	}) bool {
		return p.Name == "firefox" && !p.Supported && p.Lacks == "setImmediate"
	}) {
		t.Errorf("%+v", check)
	}
	of["policies"] = []string{"node22"}
	ran := post[recorded](t, s, "/api/run", with(of, raceCode))
	if got := runs(t, ran); len(got) != 1 || got[0].Command != "evsim run script.js --policy node22" {
		t.Errorf("%+v", got)
	}
	found := post[recorded](t, s, "/api/explore", with(of, raceCode))
	if len(found.Found) != 1 || found.Found[0].Orders != 2 || !found.Found[0].Complete {
		t.Errorf("%+v", found.Found)
	}
	delete(of, "policies")
	if got := post[listed](t, s, "/api/lines", with(of, raceCode)); !slices.Equal(got.Lines, []string{"immediate", "timer"}) {
		t.Errorf("%+v", got)
	}
	of["lines"] = []string{"timer", "immediate"}
	if got := post[judged](t, s, "/api/predict", with(of, raceCode)); !got.Possible || got.Orders != 2 {
		t.Errorf("%+v", got)
	}
	typed := post[checked](t, s, "/api/check", asked{"language": "typescript", "source": "let a: number = 1\nconsole.log(a satisfies number)\n"})
	if len(typed.Problems) != 0 || typed.Name != "script.ts" {
		t.Errorf("%+v", typed)
	}
}

// TestCodeProblems have places: syntax, imports, and what only another language has.
func TestCodeProblems(t *testing.T) {
	s := withCode(t, config())
	for source, want := range map[string]string{
		"let a = 1\nlet a = 2\n":                 `2:5 The symbol "a" has already been declared`,
		"console.log('𝄞', ;\n":                   `1:18 Unexpected ";"`,
		"import x from './x.js'\nx()\n":          "1:15 `./x.js` cannot be imported",
		"import('fs/' + name)\n":                 "1:1 what is imported must be a name in quotes",
		"let a: number = 1\n":                    `1:6 Expected ";" but found ":"`,
		"setTimeout(() => console.log('a'), 1\n": `2:1 Expected ")" but found end of file`,
	} {
		got := post[checked](t, s, "/api/check", asked{"language": "javascript", "source": source})
		if len(got.Problems) == 0 {
			t.Errorf("%q has no problem", source)
			continue
		}
		p := got.Problems[0]
		if said := fmt.Sprintf("%d:%d %s", p.Line, p.Col, p.Message); said != want {
			t.Errorf("%q: %s, want %s", source, said, want)
		}
	}
	postText(t, s, "/api/check", `{"source":"","language":"cobol"}`, 400)
	postText(t, serve(t, config()), "/api/check", `{"source":"","language":"javascript"}`, 400)
}

// TestHostileCode takes time, memory and stacks: each is answered, and the lab
// goes on. Every second program is sent, and all with EVSIM_SWEEPS=1.
func TestHostileCode(t *testing.T) {
	t.Setenv("EVSIM_TEST_HURRY", "1")
	c := config()
	c.Limits = hurried(c.Limits)
	c.AtOnce, c.Waiting, c.Wait = 2, 100, time.Minute
	s := withCode(t, c)
	var all sync.WaitGroup
	programs := map[string]string{
		"loop":         "for (;;) {}",
		"ticks":        "const f = () => process.nextTick(f); f()",
		"promises":     "const f = () => Promise.resolve().then(f); f()",
		"logs":         "for (;;) console.log('a'.repeat(100000))",
		"doubling":     "let s = 'a';" + strings.Repeat("s += s;", 60) + "console.log(s.length)",
		"repeat":       "let s = 'a'.repeat(2 ** 29 - 24); const a = []; for (;;) a.push(s + a.length)",
		"array":        "const a = []; for (;;) a.push(new Array(1000).fill(0))",
		"filled":       "new Array(2 ** 32 - 1).fill(0).map(String).join()",
		"typed array":  "const a = []; for (;;) a.push(new Uint8Array(1e9))",
		"big integer":  "let n = 3n; for (;;) n *= n",
		"power":        "console.log(String(7n ** (10n ** 9n)).length)",
		"recursion":    "const f = () => f() + 1; f()",
		"getters":      "const o = {get a() { return this.a }}; o.a",
		"pattern":      "/(a+)+b(?=c)\\1/.test('a'.repeat(50))",
		"brackets":     strings.Repeat("(", 120_000),
		"lists":        strings.Repeat("[", 120_000) + strings.Repeat("]", 120_000),
		"functions":    strings.Repeat("()=>", 20_000) + "1",
		"conditions":   strings.Repeat("a?", 100_000),
		"blocks":       strings.Repeat("{", 120_000),
		"templates":    strings.Repeat("`${", 80_000),
		"additions":    "console.log(" + strings.Repeat("1+", 120_000) + "1)",
		"generators":   "function* g() { for (;;) yield 1 } console.log([...g()].length)",
		"json":         "let o = {}; for (let i = 0; i < 25; i++) o = {a: o, b: o}; console.log(JSON.stringify(o).length)",
		"proxy":        "const p = new Proxy({}, {get: (t, k) => p[k]}); p.a",
		"replacements": "console.log('a'.repeat(1e6).replace(/a/g, 'b'.repeat(1e6)).length)",
		"sort":         "new Array(5e6).fill(0).map((x, i) => -i).sort((a, b) => a - b)",
	}
	for i, name := range slices.Sorted(maps.Keys(programs)) {
		if i%testmain.Every(2) != 0 {
			continue
		}
		all.Add(1)
		go func() {
			defer all.Done()
			q := asked{"source": programs[name], "language": "javascript", "policies": []string{"node22"}}
			if status, err := ask(s, "/api/run", q); err != nil || status != 200 && status != 507 {
				t.Errorf("%s: status %d, %v", name, status, err)
			}
		}()
	}
	all.Wait()
	if _, err := ask(s, "/api/run", asked{"source": raceCode, "language": "javascript", "policies": []string{"node22"}}); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

// TestOfCode tells what is asked about code.
func TestOfCode(t *testing.T) {
	for _, c := range []struct {
		q    asked
		want bool
	}{{asked{"language": "javascript"}, true}, {asked{"language": "typescript", "source": "x"}, true}, {asked{"language": "yaml"}, false}, {asked{}, false}, {asked{"language": 1}, false}} {
		body, err := json.Marshal(c.q)
		if err != nil {
			t.Fatal(err)
		}
		if answer.OfCode(body) != c.want {
			t.Errorf("%s is code: %v", body, !c.want)
		}
	}
}
