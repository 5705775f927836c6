package syntax

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"evsim/internal/suggest"
	"evsim/sim"
)

func TestRender(t *testing.T) {
	long := "  - {log: " + strings.Repeat("x", 150) + ", lgo: a}\n"
	tests := []struct{ name, src, want string }{
		{"hint", "evsim: 1\nname: x\nscript:\n  - setTimout: 0\n", `
f.yaml:4:5: error: ` + "`setTimout`" + ` is not a verb
  4 |   - setTimout: 0
    |     ^^^^^^^^^
  hint: did you mean ` + "`setTimeout`?\n"},
		{"wide characters take two columns, joined marks none", "evsim: 1\nname: x\nscript:\n  - {log: 漢字e\u0301, lgo: a}\n", `
f.yaml:4:17: error: ` + "`lgo`" + ` is not a key of ` + "`log`" + `
  4 |   - {log: 漢字e` + "\u0301" + `, lgo: a}
    |                  ^^^
  hint: ` + "`log` takes no keys\n"},
		{"tabs are shown as spaces", "evsim: 1\nname: x\nscript: []\nlimits:\t5\n", `
f.yaml:4:9: error: limits is a mapping, but this is ` + "`5`" + `
  4 | limits: 5
    |         ^
`},
		{"nothing steers the terminal", "evsim: 1\nname: \x1b[2J\nscript: []\n", `
f.yaml:2:7: error: a control character
  2 | name: �[2J
    |       ^
  hint: in double quotes it is written as an escape, such as ` + "`\\x07`\n"},
		{"long lines are cut", "evsim: 1\nname: x\nscript:\n" + long, `
f.yaml:4:163: error: ` + "`lgo`" + ` is not a key of ` + "`log`" + `
  4 | …` + strings.Repeat("x", 48) + `, lgo: a}
    |  ` + strings.Repeat(" ", 50) + `^^^
  hint: ` + "`log` takes no keys\n"},
	}
	for _, tt := range tests {
		_, diags := Parse("f.yaml", []byte(tt.src))
		if diff := cmp.Diff(strings.TrimPrefix(tt.want, "\n"), diags.Render([]byte(tt.src))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// What would not fit on a screen is counted, and the first places are kept.
func TestManyErrors(t *testing.T) {
	for _, n := range []int{50, 51, 20_000} {
		var src strings.Builder
		src.WriteString("evsim: 1\nname: x\nscript:\n")
		for i := range n {
			fmt.Fprintf(&src, "  - clearTimeout: t%d\n", i)
		}
		_, diags := Parse("f.yaml", []byte(src.String()))
		if n == 50 {
			if len(diags) != 50 {
				t.Errorf("%d errors of 50", len(diags))
			}
			continue
		}
		if len(diags) != 51 || diags[49].Pos.Line != 53 {
			t.Fatalf("%d diagnostics, the last but one in line %d", len(diags), diags[49].Pos.Line)
		}
		if got, want := diags[50].String(), fmt.Sprintf("f.yaml: error: and %d more", n-50); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if got := diags[50].Render([]byte(src.String())); strings.Count(got, "\n") != 1 {
			t.Errorf("%q shows a line that it does not speak of", got)
		}
	}
}

func TestLimitsOfFiles(t *testing.T) {
	head := "evsim: 1\nname: x\nscript: []\nabout: "
	tests := []struct{ name, src, want string }{
		{"bytes", head + strings.Repeat("a", maxFile), "f.yaml: error: the file has 8388643 bytes, more than the 8388608 that are read"},
		{"values", head + "[" + strings.Repeat("a,", maxNodes) + "a]", "more than 500000 values in one file"},
		{"depth in the library", head + strings.Repeat("[", 20_000), "nested too deep"},
		{"depth", head + strings.Repeat("[", 300) + strings.Repeat("]", 300), "nested more than 200 deep"},
	}
	for _, tt := range tests {
		_, diags := Parse("f.yaml", []byte(tt.src))
		if !strings.Contains(diags.Error(), tt.want) || len(diags) != 1 {
			t.Errorf("%s: %.300s", tt.name, diags.Error())
		}
	}
}

// An editor's byte order mark is no character of the first line.
func TestByteOrderMark(t *testing.T) {
	src := []byte("\ufeffevism: 1\nname: x\nscript: []\n")
	_, diags := Parse("f.yaml", src)
	want := "f.yaml:1:1: error: `evism` is not a key of a scenario\n  1 | evism: 1\n    | ^^^^^\n  hint: did you mean `evsim`?\n"
	if diff := cmp.Diff(want, diags.Render(src)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNearest(t *testing.T) {
	tests := []struct{ word, want string }{
		{"setTimout", "setTimeout"}, {"settimeout", "setTimeout"}, {"setTimeuot", "setTimeout"}, {"nextTik", "nextTick"},
		{"immediate", "setImmediate"}, {"microtask", "queueMicrotask"}, {"process.nextTick", "nextTick"}, {"Promise.all", "all"},
		{"lgo", "log"}, {"x", ""}, {"", ""}, {"entirely", ""}, {strings.Repeat("setTimeout", 10), ""},
	}
	for _, tt := range tests {
		if got := suggest.Nearest(tt.word, verbNames()); got != tt.want {
			t.Errorf("nearest(%q) = %q, want %q", tt.word, got, tt.want)
		}
	}
}

// A place counts lines as YAML does.
func TestLineEndsInPlaces(t *testing.T) {
	_, diags := Parse("f.yaml", []byte("evsim: 1\rname: x\u2028lgo: a\nscript: []\n"))
	if len(diags) != 1 || diags[0].Pos != (sim.Pos{Line: 3, Col: 1}) {
		t.Errorf("%v", diags)
	}
}

// Errors on the first line, of which the YAML library tells no line.
func TestSyntaxOnTheFirstLine(t *testing.T) {
	tests := map[string]string{
		"{name: \"a}\nb: c\n":  "1:8: error: a text in quotes that does not end",
		"{name: [a}\nb: c\n":   "1:8: error: a `[` that is not closed, or an item without its comma",
		"name\nevsim: 1\n":     "1:1: error: `name` has no `:`, and the line below belongs to it",
		"a: [b], c\nd: e\n":    "1:1: error: this line does not continue the mapping around it",
		"\tname: a\n":          "1:1: error: a tab in the indentation",
		"\"name\nevsim: 1\n":   "1:1: error: a text in quotes that does not end",
		"a: b: c\n":            "1:5: error: a `: ` inside a text",
		"# c\nname: a\nb\n":    "3:1: error: a key without its `:`",
		"a: 'b\n\n\n\n":        "1:4: error: a text in quotes that does not end",
		"a: \"b\n--- \nc: d\n": "1:4: error: a text in quotes that does not end",
	}
	for src, want := range tests {
		_, diags := Parse("f", []byte(src))
		if len(diags) != 1 || diags[0].String() != "f:"+want {
			t.Errorf("%q: %v, want %s", src, diags, want)
		}
	}
}

type panicReader struct{}

func (panicReader) Read([]byte) (int, error) { panic("out of order") }

// What stops the YAML library is an error of the file.
func TestPanicOfTheLibrary(t *testing.T) {
	if err := scanYAML(panicReader{}); err == nil || err.Error() != "yaml: out of order" {
		t.Error(err)
	}
}

// Long files are told about in seconds, whatever is wrong with them.
func TestSpeedOfComplaints(t *testing.T) {
	const n = 20_000
	repeat := func(before, each, after string) string { return before + strings.Repeat(each, n) + after }
	tests := map[string]string{
		"one line":    repeat("evsim: 1\nname: x\nscript: [", "{lgo: a}, ", "]\n"),
		"holes":       repeat("evsim: 1\nname: x\nscript: [{log: \"", "${a}", "\"}]\n"),
		"comments":    repeat("evsim: 1\nname: x\n", "# c\n", "script: [\n"),
		"rules":       repeat("evsim: 1\nname: x\nscript: [{log: a}]\nrules: [", "b once, ", "]\n"),
		"long rule":   repeat("evsim: 1\nname: x\nscript: [{log: a}]\nrules:\n  - ", "before ", "b\n"),
		"keys":        repeat("evsim: 1\nname: x\nscript: [{", "a: a, ", "}]\n"),
		"indentation": repeat("evsim: 1\nname: x\nscript:\n", "  - log: a\n", " - log: b\n"),
		"outcomes":    repeat("evsim: 1\nname: x\nscript: []\nexpect: [{outcomes: [", "[a], ", "]}]\n"),
	}
	for name, src := range tests {
		begin := time.Now()
		s, diags := Parse("f.yaml", []byte(src))
		diags.Render([]byte(src))
		if took := time.Since(begin); s != nil || took > 10*time.Second {
			t.Errorf("%s: %v, a Scenario: %v", name, took, s != nil)
		} else {
			t.Logf("%s: %v", name, took)
		}
	}
}
