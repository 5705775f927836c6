package lab_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"evsim/internal/code"
	"evsim/internal/lab/answer"
)

var (
	anyWord    = regexp.MustCompile(`[A-Za-z][A-Za-z']+`)
	threeWords = regexp.MustCompile(`(?:\b[A-Za-z][A-Za-z']* +){2,}[A-Za-z][A-Za-z']*`)
	inQuotes   = regexp.MustCompile("`[^`]*`|\"[^\"]*\"|“[^”]*”")
)

// apartFromWords are the fields of answers that are no sentences of the program:
// texts of the scenario, labels of tasks, names of places, commands, and the English of a rule, beside
// which its Chinese stands.
var apartFromWords = []string{"text", "texts", "command", "kinds", "says", "sources", "formula", "source", "lines", "log", "nearest", "example", "on", "file", "queues", "lanes", "said", "could"}

// leaksIn are the English sentences in the Chinese of an answer: what stands in
// both languages and is in Chinese none, and sentences that stand in one alone.
func leaksIn(value any, source string) (list []string) {
	foreign := func(text string) bool {
		return slices.ContainsFunc(anyWord.FindAllString(text, -1), func(word string) bool { return !strings.Contains(source, word) })
	}
	switch value := value.(type) {
	case map[string]any:
		en, isEn := value["en"].(string)
		zh, isZh := value["zh"].(string)
		if isEn && isZh {
			bare := inQuotes.ReplaceAllString(zh, "")
			han := strings.ContainsFunc(bare, func(r rune) bool { return unicode.Is(unicode.Han, r) })
			if !han && len(threeWords.FindAllString(bare, -1)) > 0 && foreign(bare) || slices.ContainsFunc(threeWords.FindAllString(bare, -1), foreign) || (en == "") != (zh == "") {
				list = append(list, zh)
			}
			return list
		}
		for key, inner := range value {
			if !slices.Contains(apartFromWords, key) {
				list = append(list, leaksIn(inner, source)...)
			} else if key == "says" && value["zh"] == nil && value["sources"] != nil {
				list = append(list, "a rule without its Chinese")
			} else if both, ok := inner.(map[string]any); ok {
				list = append(list, leaksIn(both, source)...)
			}
		}
	case []any:
		for _, inner := range value {
			list = append(list, leaksIn(inner, source)...)
		}
	case string:
		if slices.ContainsFunc(threeWords.FindAllString(inQuotes.ReplaceAllString(value, ""), -1), foreign) {
			list = append(list, value)
		}
	}
	return list
}

// TestNothingLeaks asks about the seeds, about bad files, and for what is refused.
func TestNothingLeaks(t *testing.T) {
	c := config()
	c.Paths, c.Code = 200, code.Text
	answers, err := answer.New(c.Config)
	if err != nil {
		t.Fatal(err)
	}
	ask := func(path, source string, question map[string]any) {
		body, err := json.Marshal(question)
		if err != nil {
			t.Fatal(err)
		}
		got := answers.Answer(t.Context(), "POST", path, body)
		var said any
		if err := json.Unmarshal(got.Body, &said); err != nil {
			t.Fatal(err)
		}
		for _, leak := range leaksIn(said, source) {
			t.Errorf("%s, status %d: %q", path, got.Status, leak)
		}
	}
	read := func(pattern string) (all []string) {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) < 50 {
			t.Fatal(pattern, len(files), err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, string(text))
		}
		return all
	}
	for i, source := range read("../../scenarios/seeds/*.yaml") {
		ask("/api/check", source, map[string]any{"source": source})
		if i%4 == 0 {
			ask("/api/explore", source, map[string]any{"source": source})
			ask("/api/predict", source, map[string]any{"source": source, "lines": []string{"nothing like it"}, "hints": 3})
		}
	}
	for _, source := range read("../../scenario/syntax/testdata/bad/*.yaml") {
		ask("/api/check", source, map[string]any{"source": source})
	}
	for _, source := range []string{"let a = ;", "import x from './x.js'", "const d = require('dgram')", "with (a) { b } export {}", "let a; let a"} {
		ask("/api/check", source, map[string]any{"source": source, "language": "javascript"})
	}
	ask("/api/run", "", map[string]any{"source": "", "language": "cobol"})
	ask("/api/run", race, map[string]any{"source": race, "policies": []string{"browser"}})
	ask("/api/run", race, map[string]any{"source": race, "case": "none such"})
	ask("/api/lesson", "", map[string]any{"id": "none"})
	ask("/api/none", "", nil)
}

// TestLeaksAreFound attacks the rule above.
func TestLeaksAreFound(t *testing.T) {
	for text, leaked := range map[string]bool{
		`{"message": {"en": "it is not a verb", "zh": "it is not a verb"}}`: true,
		`{"message": {"en": "it is not a verb", "zh": "不是动词"}}`:             false,
		`{"message": {"en": "so", "zh": "错误：it is not a verb"}}`:            true,
		`{"message": {"en": "write it", "zh": ""}}`:                         true,
		`{"notes": ["the script logs too much"]}`:                           true,
		`{"title": {"en": "A race of two", "zh": "A race of two"}}`:         false,
		`{"rules": [{"says": "Jobs are first.", "sources": []}]}`:           true,
		`{"rules": [{"says": "It is first.", "zh": "先", "sources": []}]}`:   false,
	} {
		var said any
		if err := json.Unmarshal([]byte(text), &said); err != nil {
			t.Fatal(err)
		}
		if got := leaksIn(said, "name: A race of two"); (len(got) > 0) != leaked {
			t.Errorf("%s: %q", text, got)
		}
	}
}
