package syntax

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evsim/scenario/script"
)

var update = flag.Bool("update", false, "write the generated parts of the reference")

const reference = "../../docs/scenario.md"

// TestDocs holds the tables of the reference against those of the parser.
func TestDocs(t *testing.T) {
	src := string(read(t, reference))
	want := src
	for _, table := range []struct{ name, text string }{
		{"scenario", scenarioTable()},
		{"verbs", verbsTable()},
		{"keys", keysTable()},
		{"lesson", fieldTable(rowsOf("lesson.", lessonFields))},
		{"functions", fieldTable(rowsOf("", functionFields))},
		{"world", worldTable()},
		{"expect", fieldTable(rowsOf("", expectFields))},
		{"rules", fieldTable(rowsOf("", ruleFields))},
	} {
		want = replaced(t, want, table.name, table.text)
	}
	if *update {
		if err := os.WriteFile(reference, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, src); diff != "" {
		t.Errorf("%s is out of date: go test ./scenario/syntax -run TestDocs -update (-want +got)\n%s", reference, diff)
	}
}

// The examples in the reference are scenarios.
func TestDocsExamples(t *testing.T) {
	src := string(read(t, reference))
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
func replaced(t *testing.T, doc, name, text string) string {
	t.Helper()
	begin := "<!-- generated: " + name + " -->\n"
	before, rest, ok := strings.Cut(doc, begin)
	_, after, closed := strings.Cut(rest, "<!-- end -->")
	if !ok || !closed {
		t.Fatalf("%s has no place for %s", reference, name)
	}
	return before + begin + text + "<!-- end -->" + after
}

// row is a key as the reference shows it.
type row struct{ name, value, doc string }

func rowsOf[T any](prefix string, fields []field[T]) []row {
	var rows []row
	for _, f := range fields {
		doc := f.doc
		if f.required {
			doc += "; required"
		}
		rows = append(rows, row{prefix + f.name, f.form.String(), doc})
	}
	return rows
}

func fieldTable(rows []row) string {
	var b strings.Builder
	b.WriteString("| key | value | what it says |\n| --- | --- | --- |\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", r.name, r.value, r.doc)
	}
	return b.String()
}

func scenarioTable() string {
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
	return fieldTable(rows) + "\nThe keys of the [world](#the-world) stand beside them.\n"
}

// worldTable shows each mapping of the world with the keys in it.
func worldTable() string {
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
	return fieldTable(rows)
}

func keysTable() string {
	var rows []row
	for _, k := range keyDocs {
		rows = append(rows, row{k.name, k.form.String(), k.doc})
	}
	return fieldTable(rows)
}

// argDocs name the arguments of verbs.
var argDocs = map[argKind]string{
	argText: "text", argSpan: "duration or range", argDelay: "delay", argHandle: "name", argNew: "name", argPromise: "promise",
	argPromises: "[promises]", argFunction: "function", argGiven: "what is given", argReturned: "what is given", argIterable: "iterable", argBody: "body",
	argIO: strings.Join(ioKinds, ", "), argEvent: "event", argSignal: "signal", argCode: "code", argPriority: "priority", argScheduler: "scheduler", argCount: "n", argContext: strings.Join(contexts, ", "),
}

func verbsTable() string {
	var b strings.Builder
	b.WriteString("| statement | keys | stands for | where | |\n| --- | --- | --- | --- | --- |\n")
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
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", strings.TrimSuffix(spec.name+": "+arg, " "), keysOf(spec), js, whereOf(v), spec.doc)
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
