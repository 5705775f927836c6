package syntax

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evsim/internal/say"
	"evsim/scenario/script"
)

var update = flag.Bool("update", false, "write the generated parts of the reference")

// references are the reference of the language, by the language it is written in.
var references = map[string]*say.Language{
	"../../docs/scenario.md":       nil,
	"../../docs/scenario.zh-CN.md": say.Chinese(),
}

// TestDocs holds the tables of the references against those of the parser.
func TestDocs(t *testing.T) {
	for file, reader := range references {
		src := string(read(t, file))
		want := src
		r := tables{reader}
		for _, table := range []struct{ name, text string }{
			{"scenario", r.scenario()},
			{"verbs", r.verbs()},
			{"keys", r.keys()},
			{"lesson", r.fields(rowsOf("lesson.", lessonFields))},
			{"functions", r.fields(rowsOf("", functionFields))},
			{"world", r.world()},
			{"expect", r.fields(rowsOf("", expectFields))},
			{"rules", r.fields(rowsOf("", ruleFields))},
		} {
			want = replaced(t, file, want, table.name, table.text)
		}
		if *update {
			if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if diff := cmp.Diff(want, src); diff != "" {
			t.Errorf("%s is out of date: go test ./scenario/syntax -run TestDocs -update (-want +got)\n%s", file, diff)
		}
	}
}

// The examples in the reference are scenarios.
func TestDocsExamples(t *testing.T) {
	src := string(read(t, "../../docs/scenario.md"))
	examples := 0
	for _, block := range strings.Split(src, "```yaml\n")[1:] {
		text, _, _ := strings.Cut(block, "```")
		if !strings.HasPrefix(text, "evsim: 1") {
			continue
		}
		examples++
		if s, diags := Parse("example", []byte(text)); s == nil {
			t.Errorf("%s", diags.Render([]byte(text)))
		}
	}
	if examples < 4 {
		t.Errorf("%d examples", examples)
	}
}

// replaced is the document with a generated part written anew.
func replaced(t *testing.T, file, doc, name, text string) string {
	t.Helper()
	begin := "<!-- generated: " + name + " -->\n"
	before, rest, ok := strings.Cut(doc, begin)
	_, after, closed := strings.Cut(rest, "<!-- end -->")
	if !ok || !closed {
		t.Fatalf("%s has no place for %s", file, name)
	}
	return before + begin + text + "<!-- end -->" + after
}

// row is a key as the reference shows it.
type row struct {
	name       string
	value, doc say.Text
}

func rowsOf[T any](prefix string, fields []field[T]) []row {
	var rows []row
	for _, f := range fields {
		doc := f.doc
		if f.required {
			doc = say.Of("%s; required", doc)
		}
		rows = append(rows, row{prefix + f.name, f.form.Text(), doc})
	}
	return rows
}

// tables are the generated parts of the reference for who reads a language.
type tables struct{ reader *say.Language }

func (t tables) fields(rows []row) string {
	var b strings.Builder
	b.WriteString(t.head("| key | value | what it says |\n| --- | --- | --- |\n"))
	for _, r := range rows {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", r.name, t.reader.Say(r.value), t.reader.Say(r.doc))
	}
	return b.String()
}

// headsInChinese are what stands around the rows of the tables.
var headsInChinese = map[string]string{
	"| key | value | what it says |\n| --- | --- | --- |\n":                          "| 键 | 值 | 含义 |\n| --- | --- | --- |\n",
	"| statement | keys | stands for | where | |\n| --- | --- | --- | --- | --- |\n": "| 语句 | 键 | 对应的代码 | 哪里有 | |\n| --- | --- | --- | --- | --- |\n",
	"\nThe keys of the [world](#the-world) stand beside them.\n":                     "\n[环境](#环境)的键与它们写在同一层。\n",
}

func (t tables) head(english string) string {
	if t.reader == nil {
		return english
	}
	return headsInChinese[english]
}

func (t tables) scenario() string {
	world := make(map[string]bool)
	for _, f := range worldFields {
		world[f.name] = true
	}
	var rows []row
	for _, r := range rowsOf("", scenarioFields) {
		if !world[r.name] {
			rows = append(rows, r)
		}
	}
	return t.fields(rows) + t.head("\nThe keys of the [world](#the-world) stand beside them.\n")
}

// world shows each mapping of the world with the keys in it.
func (t tables) world() string {
	inner := map[string][]row{
		"clock":   append(rowsOf("clock.", clockFields), append(rowsOf("clock.skew.", skewFields), rowsOf("clock.skew.steps: ", stepFields)...)...),
		"costs":   rowsOf("costs.", costFields),
		"files":   rowsOf("files: PATH.", fileFields),
		"network": rowsOf("network: URL.", addressFields),
		"io":      rowsOf("io: NAME.", waitFields),
		"display": rowsOf("display.", displayFields),
		"limits":  rowsOf("limits.", limitFields),
	}
	var rows []row
	for _, r := range rowsOf("", worldFields) {
		rows = append(append(rows, r), inner[r.name]...)
	}
	return t.fields(rows)
}

func (t tables) keys() string {
	var rows []row
	for _, k := range keyDocs {
		rows = append(rows, row{k.name, k.form.Text(), k.doc})
	}
	return t.fields(rows)
}

// argDocs name the arguments of verbs.
var argDocs = map[argKind]string{
	argText: "text", argSpan: "duration or range", argDelay: "delay", argHandle: "name", argNew: "name", argPromise: "promise",
	argPromises: "[promises]", argFunction: "function", argGiven: "what is given", argReturned: "what is given", argIterable: "iterable", argBody: "body",
	argIO: strings.Join(ioKinds, ", "), argEvent: "event", argSignal: "signal", argCode: "code", argStatus: "code", argPriority: "priority", argScheduler: "scheduler", argCount: "n", argContext: strings.Join(contexts, ", "),
}

func (t tables) verbs() string {
	var b strings.Builder
	b.WriteString(t.head("| statement | keys | stands for | where | |\n| --- | --- | --- | --- | --- |\n"))
	for v := script.VerbNone + 1; v < script.VerbCount; v++ {
		spec := &verbTable[v]
		arg := argDocs[spec.arg]
		if spec.argName != "" {
			arg = spec.argName
		}
		js := ""
		if spec.js != "" {
			js = "`" + spec.js + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", strings.TrimSuffix(spec.name+": "+arg, " "), keysOf(spec), js, t.reader.Say(whereOf(v)), t.reader.Say(spec.doc))
	}
	return b.String()
}

// keysOf lists a verb's keys; those that need not stand are in brackets.
func keysOf(spec *verbSpec) string {
	var keys []string
	for _, k := range spec.keys {
		key := "`" + keyDocs[k.kind].name + "`"
		if !k.required {
			key = "[" + key + "]"
		}
		keys = append(keys, key)
	}
	return strings.Join(keys, " ")
}
