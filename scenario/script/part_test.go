package script_test

import (
	"slices"
	"strings"
	"testing"

	"evsim/model"
	"evsim/scenario"
	"evsim/scenario/script"
)

// TestPart says what is left of a script when lines that begin with w are read.
func TestPart(t *testing.T) {
	const none = "no part"
	tests := []struct {
		name, head, script, want string
	}{
		{"what has nothing to do with it", "", "{io: net, do: {log: w}}; {io: net, do: {log: a}}", "io(w)"},
		{"what starts it, without the rest", "", "{io: net, do: [{log: a}, {io: net, do: {log: w}}]}; {io: net, do: {log: b}}", "io(io(w))"},
		{"nothing that waits is left out", "", "{log: a}; {io: net, do: {log: w}}", none},
		{"any line with a hole may be it", "", "{io: net, do: {log: w}}; {io: net, do: {log: 'a${n}'}}; {io: net, do: {log: b}}", "io(w) io(a)"},
		{"a promise that both use", "", "{promise: p}; {then: p, do: {log: w}}; {io: net, do: [{log: a}, {resolve: p}]}; {io: net, do: {log: b}}", "promise then(w) io(resolve)"},
		{"what settles it is kept", "", "{promise: p}; {then: p, do: {log: w}}; {io: net, do: [{log: wa}, {resolve: p}]}; {io: net, do: {log: b}}", "promise then(w) io(wa resolve)"},
		{"timers stand in lists", "", "{setTimeout: 1, do: {log: w}}; {setTimeout: 2, do: [{log: a}, {log: w2}]}; {io: net, do: {setTimeout: 3, do: [{io: net, do: {log: b}}, {clearTimeout: t}]}}; {setTimeout: 1, as: t, do: {log: c}}; {io: net, do: {log: d}}", "setTimeout(w) setTimeout(w2) io(setTimeout(clearTimeout)) setTimeout()"},
		{"no timer is read", "", "{io: net, do: {log: w}}; {setTimeout: 1, do: {log: a}}", "io(w)"},
		{"an interval with an end", "", "{io: net, do: {log: w}}; {setInterval: 1, times: 2, do: {log: a}}", "io(w)"},
		{"an interval without one", "", "{io: net, do: {log: w}}; {setInterval: 1, do: {log: a}}", none},
		{"a timer that sets itself again", "", "{io: net, do: {log: w}}; {setTimeout: 1, as: t, do: {refresh: t}}; {io: net, do: {log: b}}", none},
		{"threads", "", "{io: file, do: {log: w}}; {io: net, do: {log: a}}", none},
		{"no threads are read", "", "{io: net, do: {log: w}}; {io: file, do: {log: a}}; {io: dns, do: {log: b}}", "io(w)"},
		{"a listener hears of all", "", "{io: net, do: {log: w}}; {io: net, do: {log: a}}; {on: exit, do: {log: b}}", none},
		{"what is not referenced waits for the rest", "", "{setTimeout: 5, unref: true, do: {log: w}}; {io: net, do: {log: a}}", none},
		{"work takes time", "", "{io: net, do: {log: w}}; {io: net, do: {busy: 1ms}}; {io: net, do: {log: a}}", none},
		{"a line that tells the time", "", "{io: net, do: {log: w}}; {io: net, do: {log: 'a ${now}'}}", none},
		{"what throws", "", "{io: net, do: {log: w}}; {io: net, do: {throw: oops}}; {io: net, do: {log: a}}", "io(w) io(throw)"},
		{"what throws is kept", "", "{io: net, do: {log: w}}; {io: net, do: [{log: wa}, {throw: oops}]}; {io: net, do: {log: a}}", "io(w) io(wa throw)"},
		{"a promise that may not be there", "", "{io: net, do: {log: w}}; {io: net, do: {promise: p}}; {io: net, do: [{log: wa}, {resolve: p}]}; {io: net, do: {log: a}}", "io(w) io(promise) io(wa resolve)"},
		{"what never completes", "", "{io: net, do: {log: w}}; {io: net, latency: never, do: {log: a}}; {io: net, do: {log: b}}", "io(w) io()"},
		{"what fails", "", "{io: net, do: {log: w}}; {io: net, fail: E, do: {log: a}}", none},
		{"many statements", "", "{io: net, do: {log: w}}; {repeat: 2000, do: {io: net}}", none},
		{"costs", "costs: {callback: 0us..1us}\n", "{io: net, do: {log: w}}; {io: net, do: {log: a}}", none},
		{"limits", "limits: {turns: 10}\n", "{io: net, do: {log: w}}; {io: net, do: {log: a}}", none},
		{"skew", "clock: {skew: {offset: 1ms}}\n", "{io: net, do: {log: w}}; {io: net, do: {log: a}}", none},
		{"a module", "main: esm\n", "{io: net, do: {log: w}}; {io: net, do: {log: a}}", none},
		{"an await decides what comes after it", "functions: {f: {async: true, do: [{promise: p}, {io: net, do: [{log: a}, {resolve: p}]}, {await: {promise: p}}, {log: w}]}}\n", "{call: f}; {io: net, do: {log: b}}", "call(promise io(resolve) await w)"},
		{"a function that both call", "functions: {f: {limit: 1, async: true, do: [{log: a}]}}\n", "{io: net, do: {call: f}}; {call: f, as: q}; {then: q, do: {log: w}}; {io: net, do: {log: b}}", "io(call) call then(w)"},
		{"a function that calls itself", "functions: {f: {do: [{log: a}, {io: net, do: {call: f}}]}}\n", "{io: net, do: {log: w}}; {call: f}", none},
		{"one that does so three times", "functions: {f: {limit: 3, do: [{log: a}, {io: net, do: {call: f}}]}}\n", "{io: net, do: {log: w}}; {call: f}", "io(w)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			src := "evsim: 1\nname: part\n" + tt.head + "script:\n  - " + strings.ReplaceAll(tt.script, "; ", "\n  - ") + "\n"
			s, diagnostics := scenario.Parse("part.yaml", []byte(src))
			if s == nil {
				t.Fatal(diagnostics)
			}
			part, ok := s.Tree.Part(model.MustLookup("node22"), &s.World, func(line string) bool { return strings.HasPrefix(line, "w") })
			got := none
			if ok {
				got = strings.Join(statements(part, part.Script.Main), " ")
			}
			if got != tt.want {
				t.Errorf("what is left is %q, want %q", got, tt.want)
			}
			if ok && !slices.Equal(s.Lines(), linesAgain(t, src)) {
				t.Errorf("the whole has changed: %q", s.Lines())
			}
		})
	}
}

// statements is the verbs of a body, with what they run; a log as its text.
func statements(s *script.Tree, body script.BodyID) (out []string) {
	for _, one := range s.Script.Bodies[body].Stmts {
		switch {
		case one.Verb == script.VerbLog:
			out = append(out, s.Script.Texts[one.Text].Parts[0].Text)
		case one.Verb == script.VerbCall && s.Script.Functions[one.Func].Limit == 0:
			out = append(out, "call("+strings.Join(statements(s, s.Script.Functions[one.Func].Body), " ")+")")
		case one.Do != script.NoBody:
			out = append(out, one.Verb.String()+"("+strings.Join(statements(s, one.Do), " ")+")")
		default:
			out = append(out, one.Verb.String())
		}
	}
	return out
}

func linesAgain(t *testing.T, src string) []string {
	t.Helper()
	s, diagnostics := scenario.Parse("part.yaml", []byte(src))
	if s == nil {
		t.Fatal(diagnostics)
	}
	return s.Lines()
}

func TestNoPartOfABrowser(t *testing.T) {
	s, diagnostics := scenario.Parse("part.yaml", []byte("evsim: 1\nname: part\nscript: [{fetch: a, do: {log: w}}, {setTimeout: 1, do: {log: a}}]\n"))
	if s == nil {
		t.Fatal(diagnostics)
	}
	if _, ok := s.Tree.Part(model.MustLookup("browser"), &s.World, func(line string) bool { return line == "w" }); ok {
		t.Error("a browser chooses among tasks of all")
	}
}
