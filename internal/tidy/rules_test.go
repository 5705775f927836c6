package tidy_test

import (
	"fmt"
	"strings"
	"testing"

	"evsim/internal/tidy"
)

// The stand-in for package clock that the sources below import.
const clockSource = `// Package clock is a stand-in.
package clock

// Instant is a time.
type Instant int64

// Never is none.
const Never Instant = 1
`

// The stand-in for package say.
const saySource = "// Package say is a stand-in.\npackage say\n\n// Text is one.\ntype Text string\n\n// Format is one.\ntype Format string\n\n" +
	"// Of makes one.\nfunc Of(Format, ...any) Text { return \"\" }\n"

// broken are sources that break one rule each: how the rule's finding reads,
// and the path and the text of the file. A row with no finding is a source that
// comes near.
var broken = []struct{ rule, finding, path, source string }{
	{"imports point one way", "sim imports model", "sim/a.go", "package sim\nimport _ \"evsim/model\"\n"},
	{"imports point one way", "model imports scenario", "model/a_test.go", "package model\nimport _ \"evsim/scenario\"\n"},
	{"imports point one way", "why imports scenario/script: only what is about YAML does", "why/a.go", "package why\nimport _ \"evsim/scenario/script\"\n"},
	{"imports point one way", "scenario/expect imports scenario/script", "scenario/expect/a.go", "package expect\nimport _ \"evsim/scenario/script\"\n"},
	{"imports point one way", "", "why/a_test.go", "package why\nimport _ \"evsim/scenario/script\"\n"},
	{"imports point one way", "explore imports scenario", "explore/a.go", "package explore\nimport _ \"evsim/scenario\"\n"},
	{"imports point one way", "ecma imports model", "ecma/a.go", "package ecma\nimport _ \"evsim/model\"\n"},
	{"imports point one way", "", "internal/trace/a_test.go", "package trace\nimport _ \"evsim/scenario\"\n"},
	{"imports point one way", "package attic is not in the plan", "attic/a.go", "package attic\n"},
	{"imports point one way", "", "model/a.go", "package model\nimport _ \"evsim/sim\"\n"},
	{"imports point one way", "", "sim/a_test.go", "package sim_test\nimport _ \"evsim/sim\"\n"},

	{"one writer for each language", "html writes another language", "internal/viewer/a.go", "package viewer\nimport _ \"html\"\n"},
	{"one writer for each language", "leaves control characters raw", "internal/report/a.go", "package report\nimport \"encoding/json\"\nvar text, _ = json.Marshal(1)\n"},
	{"one writer for each language", "bare is past the guard", "cmd/evsim/a.go", "package main\nfunc f(a struct{bare int}) int { return a.bare }\n"},
	{"one writer for each language", "", "internal/report/a.go", "package report\nimport \"encoding/json\"\nvar ok = json.Valid(nil)\n"},
	{"one writer for each language", "", "internal/escape/a.go", "package escape\nimport _ \"html\"\n"},

	{"files are written whole", "os.WriteFile can leave a part", "cmd/evsim/a.go", "package main\nimport \"os\"\nvar err = os.WriteFile(\"\", nil, 0)\n"},
	{"files are written whole", "", "internal/replace/a.go", "package replace\nimport \"os\"\nvar err = os.Rename(\"\", \"\")\n"},
	{"files are written whole", "", "cmd/evsim/a_test.go", "package main\nimport \"os\"\nvar err = os.WriteFile(\"\", nil, 0)\n"},

	{"one importer for each dependency", "gopkg.in/yaml.v3 is imported in scenario/syntax/yaml.go only", "scenario/parse.go", "package scenario\nimport _ \"gopkg.in/yaml.v3\"\n"},
	{"one importer for each dependency", "is imported in clock/wall*.go, and the example of a scenario only", "clock/clock2.go", "package clock\nimport _ \"github.com/benbjohnson/clock\"\n"},
	{"one importer for each dependency", "is imported in tests only", "internal/trace/a.go", "package trace\nimport _ \"github.com/google/go-cmp/cmp\"\n"},
	{"one importer for each dependency", "is imported in tests only", "cmd/evsim/a.go", "package main\nimport _ \"github.com/rogpeppe/go-internal/testscript\"\n"},
	{"one importer for each dependency", "is imported in cmd/evsim only", "scenario/a.go", "package scenario\nimport _ \"github.com/spf13/cobra\"\n"},
	{"one importer for each dependency", "has no room", "sim/a.go", "package sim\nimport _ \"example.org/left/pad\"\n"},
	{"one importer for each dependency", "", "scenario/a_test.go", "package scenario\nimport _ \"gopkg.in/yaml.v3\"\n"},
	{"one importer for each dependency", "", "clock/wall.go", "package clock\nimport _ \"github.com/benbjohnson/clock\"\n"},

	{"texts are whole", "read by its String", "internal/trace/a.go", "package trace\nimport \"evsim/internal/say\"\nfunc f(t say.Text) string { return string(t) }\n"},
	{"texts are whole", "a constant or made by say.Of", "internal/trace/a.go", "package trace\nimport \"evsim/internal/say\"\nfunc f(s string) say.Text { return say.Text(s) }\n"},
	{"texts are whole", "a constant or made by say.Of", "internal/trace/a.go", "package trace\nimport \"evsim/internal/say\"\nfunc f(s string) say.Text { return say.Of(say.Format(s)) }\n"},
	{"texts are whole", "not added up", "internal/trace/a.go", "package trace\nimport \"evsim/internal/say\"\nfunc f(t say.Text) say.Text { return t + \" and\" }\n"},
	{"texts are whole", "not added up", "internal/trace/a.go", "package trace\nimport \"evsim/internal/say\"\nfunc f(t say.Text) { t += \" and\" }\n"},
	{"texts are whole", "other arguments", "internal/trace/a.go", "package trace\nimport \"evsim/internal/say\"\nfunc f() say.Text { return say.Of(\"%d of %s: 5%%\", 1) }\n"},
	{"texts are whole", "", "internal/trace/a.go", "package trace\nimport \"evsim/internal/say\"\nconst c = \"a\"\nfunc f(n int) []say.Text { return []say.Text{c + \" b\", say.Text(c), say.Of(\"%d\", n)} }\n"},

	{"a run is pure: what it imports", "math/rand/v2 is no part of a run", "sim/a.go", "package sim\nimport _ \"math/rand/v2\"\n"},
	{"a run is pure: what it imports", "sync is no part of a run", "clock/a.go", "package clock\nimport _ \"sync\"\n"},
	{"a run is pure: what it imports", "fmt is no part of a run", "model/node.go", "package model\nimport _ \"fmt\"\n"},
	{"a run is pure: what it imports", "time.Now", "model/a.go", "package model\nimport t \"time\"\nvar x = t.Now()\n"},
	{"a run is pure: what it imports", "", "model/versions.go", "package model\nimport \"fmt\"\nimport \"time\"\nvar x, y = fmt.Sprint(), time.Second\n"},
	{"a run is pure: what it imports", "", "clock/wall.go", "package clock\nimport \"time\"\nvar x = time.Now()\n"},

	{"a run is pure: one thread", "a goroutine", "sim/a.go", "package sim\nfunc f() { go f() }\n"},
	{"a run is pure: one thread", "a channel", "sim/a.go", "package sim\nvar c chan int\n"},
	{"a run is pure: one thread", "a select", "model/a.go", "package model\nfunc f() { select {} }\n"},
	{"a run is pure: one thread", "", "scenario/a.go", "package scenario\nfunc f() { go f() }\n"},

	{"a run is pure: no range over a map", "has no order", "model/a.go", "package model\ntype set map[int]bool\nfunc f(s set) { for range s {} }\n"},
	{"a run is pure: no range over a map", "", "model/a.go", "package model\nfunc f(s []int, m map[int]int) int { for range s {}\n return m[0] }\n"},

	{"a run is pure: no range over a map", "has no order", "js/a.go", "package js\nfunc f() { for range map[int]bool{1: true} {} }\n"},
	{"a run is pure: no range over a map", "", "js/a.go", "package js\nfunc f(s map[int]bool) { for range s {} }\n"},
	{"a run is pure: no range over a map", "", "internal/bench/a.go", "package main\nfunc f() { for range map[int]bool{1: true} {} }\n"},

	{"instants are compared by the clock", "a.go:3:", "model/a.go", "package model\nimport \"evsim/clock\"\nfunc f(a, b clock.Instant) bool { return a < b }\n"},
	{"instants are compared by the clock", "a.go:4:", "sim/a.go", "package sim\nimport \"evsim/clock\"\ntype s struct{ at clock.Instant }\nfunc f(a, b s) bool { return a.at >= b.at }\n"},
	{"instants are compared by the clock", "a.go:3:", "internal/trace/a.go", "package trace\nimport \"evsim/clock\"\nfunc f(a clock.Instant) bool { return a == 0 }\n"},
	{"instants are compared by the clock", "a.go:3:", "sim/a.go", "package sim\nimport \"evsim/clock\"\nfunc f(a, b clock.Instant) clock.Instant { return max(a, b) }\n"},
	{"instants are compared by the clock", "a.go:4:", "sim/a.go", "package sim\nimport \"evsim/clock\"\nimport \"slices\"\nfunc f(a []clock.Instant) { slices.Sort(a) }\n"},
	{"instants are compared by the clock", "a.go:3:", "sim/a.go", "package sim\nimport \"evsim/clock\"\nfunc f(a clock.Instant) { switch a { case 1: } }\n"},
	{"instants are compared by the clock", "", "sim/a.go", "package sim\nimport \"evsim/clock\"\nfunc f(a clock.Instant, n int) bool { return a == clock.Never || n < min(n, 2) }\n"},

	{"files are short", "401 lines", "sim/a.go", "package sim\n" + strings.Repeat("\n", 400)},
	{"files are short", "", "sim/a.go", "package sim\n" + strings.Repeat("\n", 399)},

	{"functions are short", "f has 61 lines", "sim/a.go", "package sim\nfunc f() {" + strings.Repeat("\n", 60) + "}\n"},
	{"functions are short", "", "sim/a.go", "package sim\nfunc f() {" + strings.Repeat("\n", 59) + "}\n"},

	{"no init functions", "an init function", "sim/a.go", "package sim\nfunc init() {}\n"},
	{"no init functions", "", "sim/a.go", "package sim\ntype t int\nfunc (t) init() {}\n"},

	{"package variables stay", "v is assigned to", "sim/a.go", "package sim\nvar v int\nfunc f() { v = 1 }\n"},
	{"package variables stay", "v is assigned to", "sim/a.go", "package sim\nvar v [2]int\nfunc f() { v[1]++ }\n"},
	{"package variables stay", "Never2 is assigned to", "sim/a.go", "package sim\nimport \"evsim/internal/trace\"\nfunc f() { trace.Never2 = 1 }\n"},
	{"package variables stay", "v has its address taken", "sim/a.go", "package sim\nvar v int\nvar p = &v\n"},
	{"package variables stay", "v is changed by add", "sim/a.go", "package sim\ntype t int\nfunc (*t) add() {}\nvar v t\nfunc f() { v.add() }\n"},
	{"package variables stay", "v is changed", "sim/a.go", "package sim\nvar v = map[int]int{}\nfunc f() { delete(v, 1) }\n"},
	{"patterns are compiled when wanted", "a.go:3:", "internal/trace/a.go", "package trace\nimport \"regexp\"\nvar v = []any{regexp.MustCompile(`a`)}\n"},
	{"patterns are compiled when wanted", "", "internal/trace/a.go", "package trace\nimport \"regexp\"\nvar v = once(func() *regexp.Regexp { return regexp.MustCompile(`a`) })\n"},
	{"patterns are compiled when wanted", "", "internal/trace/a.go", "package trace\nimport \"regexp\"\nfunc f() *regexp.Regexp { return regexp.MustCompile(`a`) }\n"},

	{"package variables stay", "", "sim/a.go", "package sim\nvar v = [2]int{}\nfunc f() int { p := &v[0]; v := 1; v++; return *p }\n"},

	{"exported names are documented", "F has no comment", "sim/a.go", "package sim\nfunc F() {}\n"},
	{"exported names are documented", "M has no comment", "sim/a.go", "package sim\n\n// T is.\ntype T[P any] int\nfunc (*T[P]) M() {}\n"},
	{"exported names are documented", "C has no comment", "sim/a.go", "package sim\nconst C = 1\n"},
	{"exported names are documented", "", "sim/a.go", "package sim\n\n// The constants.\nconst (\n\tC = 1\n\tD = 2\n)\n\ntype t int\nfunc (t) M() {}\n"},
	{"exported names are documented", "", "cmd/evsim/a.go", "package main\nfunc F() {}\n"},

	{"packages are documented", "package sim has 0 package comments", "sim/a.go", "package sim\n"},
	{"packages are documented", "package clock has 2 package comments", "clock/b.go", "// Package clock has a comment.\npackage clock\n"},
	{"packages are documented", "", "sim/a.go", "// Package sim has a comment.\npackage sim\n"},

	{"the public packages export little", "export 201 names", "sim/a.go", "package sim\nconst (A = 1; B = 2)\nfunc F() {}\n" + types(197)},
	{"the public packages export little", "", "sim/a.go", "package sim\nconst (A = 1; B = 2)\nfunc f() {}\n" + types(197)},
	{"the public packages export little", "", "internal/trace/a.go", "package trace\n" + types(400)},

	{"the public packages export what somebody uses", "no example uses F", "sim/a.go", "package sim\nimport \"evsim/clock\"\nfunc F() {}\nfunc f() { F(); _ = clock.Never }\n"},
	{"the public packages export what somebody uses", "no example uses Instant", "sim/a_test.go", "package sim\nimport \"evsim/clock\"\nvar x = clock.Never\n"},
	{"the public packages export what somebody uses", "", "sim/a_test.go", "package sim\nimport \"evsim/clock\"\nvar x clock.Instant = clock.Never\n"},
	{"the public packages export what somebody uses", "no example uses Never", "clock/a_test.go", "package clock_test\nimport \"evsim/clock\"\nvar x = clock.Never\nfunc ExampleInstant() { _ = clock.Instant(1) }\n"},

	{"places have names", `place "timers" is written out`, "sim/a.go", "package sim\ntype Place string\nfunc f(p Place) { f(\"timers\") }\n"},
	{"places have names", `place "timers" is written out`, "sim/a.go", "package sim\ntype Place string\nfunc f(p Place) bool { return p == \"timers\" }\n"},
	{"places have names", "", "sim/a.go", "package sim\ntype Place string\nconst inTimers Place = \"timers\"\nfunc f(p Place) bool { g(\"timers\"); return p == \"\" }\nfunc g(string) {}\n"},

	{"runs that can be ended are bounded", "have Halt and no Room", "program/a.go", "package program\ntype Options struct{Halt, Room, Until, Seed int}\nvar o = Options{Halt: 1, Until: 1}\n"},
	{"runs that can be ended are bounded", "have Halt and no Until", "program/a.go", "package program\ntype Options struct{Halt, Room, Until, Seed int}\nvar o = Options{Halt: 1, Room: 1}\n"},
	{"runs that can be ended are bounded", "", "program/a.go", "package program\ntype Options struct{Halt, Room, Until, Seed int}\nvar o = Options{Halt: 1, Room: 1, Until: 1}\n"},
	{"runs that can be ended are bounded", "", "program/a.go", "package program\ntype Options struct{Halt, Room, Until, Seed int}\nvar o = Options{Seed: 1}\n"},

	{"only commands print", "Println", "internal/trace/a.go", "package trace\nimport \"fmt\"\nfunc f() { fmt.Println() }\n"},
	{"only commands print", "Stderr", "internal/trace/a.go", "package trace\nimport \"os\"\nvar w = os.Stderr\n"},
	{"only commands print", "", "cmd/evsim/a.go", "package main\nimport \"fmt\"\nfunc f() { fmt.Println() }\n"},

	{"no notes to self", "TO" + "DO", "sim/a_test.go", "package sim\n// TO" + "DO: later\n"},
	{"no notes to self", "", "sim/a.go", "package sim\nvar x = \"TO" + "DO\"\n"},

	{"a skipped test says why", "says why", "sim/a_test.go", "package sim\nfunc f(t T) { t.Skip() }\n"},
	{"a skipped test says why", "says why", "sim/a_test.go", "package sim\nfunc f(t T) { t.SkipNow() }\n"},
	{"a skipped test says why", "says why", "sim/a_test.go", "package sim\nfunc f(t T) { t.Skip(\"\") }\n"},
	{"a skipped test says why", "", "sim/a_test.go", "package sim\nfunc f(t T) { t.Skip(\"no 386 here\") }\n"},

	{"no paths of one machine", "docs/a.md:2:", "docs/a.md", "first\nsee /ro" + "ot/evsim\n"},
	{"no paths of one machine", "sim/a.go:2:", "sim/a.go", "package sim\nvar p = \"/wo" + "rk/x\"\n"},
	{"no paths of one machine", "", "docs/a.md", "$WORK/a docs/work/b, net/http, a/root\n"},
}

// types declares exported types.
func types(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "type T%d int\n", i)
	}
	return b.String()
}

// TestEachRuleCanFail feeds each rule what it is there to find.
func TestEachRuleCanFail(t *testing.T) {
	for _, b := range broken {
		t.Run(b.rule+"/"+b.finding, func(t *testing.T) {
			found := check(t, b.rule, b.path, b.source)
			switch {
			case b.finding == "" && len(found) > 0:
				t.Errorf("%v in\n%.400s", found, b.source)
			case b.finding != "" && (len(found) != 1 || !strings.Contains(found[0].String(), b.finding)):
				t.Errorf("got %v, want one with %q in\n%.400s", found, b.finding, b.source)
			}
		})
	}
}

// TestEachRuleIsFed makes sure that no rule goes without the test above.
func TestEachRuleIsFed(t *testing.T) {
	fed := map[string]bool{}
	for _, b := range broken {
		fed[b.rule] = fed[b.rule] || b.finding != ""
	}
	for _, rule := range tidy.Rules() {
		if !fed[rule.Name] {
			t.Errorf("no source breaks the rule %q", rule.Name)
		}
		delete(fed, rule.Name)
	}
	for name := range fed {
		t.Errorf("there is no rule %q", name)
	}
}

func TestSecondBenchmarkOfADependency(t *testing.T) {
	const source = "package scenario\nimport _ \"gopkg.in/yaml.v3\"\n"
	tree, err := tidy.Parse(map[string]string{"scenario/a_test.go": source, "scenario/b_test.go": source})
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range tidy.Rules() {
		if rule.Name == "one importer for each dependency" && len(rule.Check(tree)) != 1 {
			t.Error("two tests import it, and the second is not found")
		}
	}
}

// check is what one rule finds in one source, beside the stand-ins.
func check(t *testing.T, name, path, source string) []tidy.Finding {
	t.Helper()
	tree, err := tidy.Parse(map[string]string{
		"clock/clock.go":         clockSource,
		"internal/say/say.go":    saySource,
		"internal/trace/vars.go": "// Package trace is a stand-in.\npackage trace\n\n// Never2 is a variable.\nvar Never2 = 2\n",
		path:                     source,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range tidy.Rules() {
		if rule.Name == name {
			return rule.Check(tree)
		}
	}
	t.Fatalf("there is no rule %q", name)
	return nil
}
