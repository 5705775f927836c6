package schema_test

import (
	"bytes"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"evsim/scenario"
	"evsim/scenario/schema"
	"evsim/scenario/syntax"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// compiled is the schema, ready to check files.
func compiled(t testing.TB) *jsonschema.Schema {
	t.Helper()
	text, err := schema.Text(syntax.Grammar(), nil)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("scenario.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := compiler.Compile("scenario.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var (
	integers = regexp.MustCompile(`^[-+]?[0-9]+$`)
	floats   = regexp.MustCompile(`^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`)
	others   = regexp.MustCompile(`^(0o[0-7]+|0x[0-9a-fA-F]+|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$`)
)

// value is a piece of YAML as the schema sees it: plain scalars are what the
// core schema of YAML 1.2 makes of them, as in editors.
func value(p *syntax.Piece) any {
	switch p.Kind {
	case syntax.PieceNull:
		return nil
	case syntax.PieceList:
		list := []any{}
		for i := range p.Kids {
			list = append(list, value(&p.Kids[i]))
		}
		return list
	case syntax.PieceMapping:
		mapping := map[string]any{}
		for i := 0; i < len(p.Kids); i += 2 {
			mapping[p.Kids[i].Text] = value(&p.Kids[i+1])
		}
		return mapping
	}
	if p.Style == syntax.StylePlain {
		return plainValue(p.Text)
	}
	return p.Text
}

func plainValue(s string) any {
	switch {
	case s == "true" || s == "True" || s == "TRUE":
		return true
	case s == "false" || s == "False" || s == "FALSE":
		return false
	case integers.MatchString(s) || floats.MatchString(s):
		if f, err := strconv.ParseFloat(s, 64); err == nil && !math.IsInf(f, 0) {
			return f
		}
		return math.MaxFloat64
	case others.MatchString(s):
		return 0.5 // some number
	}
	return s
}

func read(t testing.TB, file string) []byte {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return src
}

func files(t testing.TB, folders ...string) []string {
	t.Helper()
	var found []string
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err == nil && filepath.Ext(path) == ".yaml" {
				found = append(found, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return found
}

func TestSchemaTakesWhatTheParserTakes(t *testing.T) {
	s := compiled(t)
	good := files(t, "../../scenarios", "../syntax/testdata/good", "../../docs/examples")
	if len(good) < 300 {
		t.Fatalf("%d files", len(good))
	}
	for _, file := range good {
		src := read(t, file)
		if parsed, _ := scenario.Parse(file, src); parsed == nil {
			continue
		}
		piece, diags := syntax.Pieces(file, src)
		if piece == nil {
			t.Fatal(diags)
		}
		if err := s.Validate(value(piece)); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// What the parser refuses, the schema refuses, but for what beyond lists. And
// what beyond lists is really beyond it.
func TestSchemaRefusesWhatTheParserRefuses(t *testing.T) {
	s := compiled(t)
	bad := files(t, "../syntax/testdata/bad")
	seen := map[string]bool{}
	for _, file := range bad {
		src := read(t, file)
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		piece, _ := syntax.Pieces(file, src)
		if piece == nil {
			continue // no YAML, or more than the language takes of it: not the schema's to say
		}
		why, listed := beyond[name]
		seen[name] = true
		switch err := s.Validate(value(piece)); {
		case err == nil && !listed:
			t.Errorf("%s: the schema takes it; if it cannot say better, list it with the reason", name)
		case err != nil && listed:
			t.Errorf("%s: the schema refuses it, and it is listed as %q\n%v", name, why, err)
		}
	}
	for name := range beyond {
		if !seen[name] {
			t.Errorf("%s is listed, and no such file reaches the schema", name)
		}
	}
	if len(seen) < 100 {
		t.Errorf("only %d files reach the schema", len(seen))
	}
}

// Why a schema cannot catch what is wrong.
const (
	names    = "whether a name is made somewhere, and of what kind"
	lines    = "whether some statement logs a line"
	place    = "where a statement or a hole stands"
	policies = "what a policy has, and which releases have one"
	compares = "two numbers compared"
	digits   = "how a number is written"
)

// beyond are the files of which the schema takes all.
var beyond = map[string]string{
	"signal-before-its-listener":               "which statements the script begins with",
	"never-and-what-cannot-be":                 "which keys go together depends on the kind of I/O",
	"a-comment-that-cuts-a-label":              lines,
	"rules-with-words-too-many":                lines,
	"channels-on-node":                         policies,
	"fetch-on-node":                            policies,
	"requests-on-node":                         policies,
	"hasRef":                                   names,
	"hasRef-on-node10":                         policies,
	"tick-callback-that-is-caught":             place,
	"files-in-browsers":                        policies,
	"frames-on-node":                           policies,
	"immediates-in-a-browser":                  policies,
	"queueMicrotask-on-node10":                 policies,
	"ticks-in-a-browser":                       policies,
	"then-of-Promise.resolve":                  names,
	"await-in-a-callback":                      place,
	"await-in-a-script-that-a-case-makes-none": place,
	"await-in-the-script":                      place,
	"delay-octal":                              digits,
	"distribution-beyond-its-range":            compares,
	"delay-octal-negative":                     digits,
	"error-outside-of-catch":                   place,
	"frame-outside-of-a-frame":                 place,
	"expect-exit-of-a-page":                    policies,
	"expect-starves-a-line-that-nobody-logs":   lines,
	"handle-of-two-kinds":                      names,
	"handles-of-the-web":                       names,
	"hole-names-a-timer":                       names,
	"integer-octal":                            digits,
	"limits-that-JavaScript-would-take":        digits,
	"no-policy-for-a-version":                  policies,
	"policies-without-a-key":                   policies,
	"policies-without-modules":                 policies,
	"policies-without-the-verb":                policies,
	"promises-unknown":                         names,
	"range-backwards":                          compares,
	"resolve-of-a-derived-promise":             names,
	"return-in-repeat":                         place,
	"return-in-the-script":                     place,
	"return-not-last":                          place,
	"rules-of-lines-that-nobody-logs":          lines,
	"unknown-function":                         names,
	"unknown-function-none-declared":           names,
	"unknown-handle":                           names,
	"unknown-handle-none-made":                 names,
	"unknown-hole":                             names,
	"unknown-target":                           names,
	"unsupported-by-one-policy-only":           policies,
	"wrong-kind-of-handle":                     names,
}

// places are scenarios with a hole for one value.
var places = []string{
	"evsim: 1\nname: x\nscript:\n  - mark: %s\n",
	"evsim: 1\nname: %s\nscript: []\n",
	"evsim: 1\nname: x\nscript:\n  - log: %s\n",
	"evsim: 1\nname: x\nscript:\n  - busy: %s\n",
	"evsim: 1\nname: x\nscript:\n  - requestIdleCallback:\n    timeout: %s\n    do: []\n",
	"evsim: 1\nname: x\nclock: {phase: %s}\nscript: []\n",
	"evsim: 1\nname: x\nclock: {skew: {offset: %s}}\nscript: []\n",
	"evsim: 1\nname: x\nclock: {skew: {jitter: %s}}\nscript: []\n",
	"evsim: 1\nname: x\nlimits: {time: %s}\nscript: []\n",
	"evsim: 1\nname: x\npool: %s\nscript: []\n",
	"evsim: 1\nname: x\npool: 4\nscript:\n  - setTimeout: %s\n    do: []\n",
	"evsim: 1\nname: x\nmain: %s\nscript: []\n",
	"evsim: 1\nname: x\nscript: %s\n",
	"evsim: 1\nname: x\nscript: []\nrules: [%s]\n",
	"evsim: 1\nname: x\nscript: []\nexpect: [{log: [%s]}]\n",
	"evsim: 1\nname: x\nscript:\n  - then: resolved\n    do: {return: %s}\n",
	"evsim: 1\nname: x\nscript:\n  - io: %s\n",
	"evsim: 1\nname: x\nscript:\n  - exit: %s\n",
	"evsim: 1\nname: x\nscript:\n  - setInterval:\n    times: %s\n    do: []\n",
	"evsim: 1\nname: x\nscript:\n  - setInterval:\n    unref: %s\n    do: []\n",
}

// What only the parser says of a value: see beyond.
var onlyParser = []string{
	"is not a hole", "outside of a", "is never logged", "ends before it begins", "has almost no lengths between", "must be longer than", "must be above 0", "stands twice", "one in a million", "octal", "is too large", "more than one way", "no policy stands for",
	"is not a rule", "a quoted label", "is not an integer", "is neither", "write it without quotes", "no rule", "is too long",
}

// FuzzValue holds the patterns of the schema against the parser: a value that
// one takes in a place is what the other takes.
func FuzzValue(f *testing.F) {
	for at := range places {
		for _, seed := range []string{"5", "5ms", "1.5ms", "-5ms", "0ms", "-0ms", "0s", "0ms..3ms", "5us..1ms", "100000000s", "100000000.1s", "1.0000001ms",
			"0.001s", "0.0010s", "0.0011s", "1ns", "1.0ns", "0.5ns", "1000us", "1000.1us", "Infinity", "-Infinity", "NaN", ".inf", "1e3", "0x10",
			"${now}", "${", "$${", "$", "a$", "$$${x", "now", "resolved", "value", "a b", "a before b", "true", "null", "~", "''", "\"a\\nb\"", "0", "256", "2147483648",
			"A never", "A at 5ms", "user-visible", "file", "cjs", "[]", "\"\\u202e\"", "\"5\""} {
			f.Add(at, seed)
		}
	}
	s := compiled(f)
	f.Fuzz(func(t *testing.T, at int, written string) {
		if at < 0 || at >= len(places) || strings.ContainsAny(written, "\n\r#") {
			return
		}
		src := strings.Replace(places[at], "%s", written, 1)
		piece, _ := syntax.Pieces("x", []byte(src))
		if piece == nil {
			return
		}
		parsed, diags := scenario.Parse("x", []byte(src))
		for _, d := range diags {
			for _, only := range onlyParser {
				if strings.Contains(d.Message.String()+d.Hint.String(), only) {
					return
				}
			}
		}
		if err := s.Validate(value(piece)); (err == nil) != (parsed != nil) {
			t.Errorf("%q: the parser says\n%v\nand the schema\n%v", src, diags, err)
		}
	})
}
