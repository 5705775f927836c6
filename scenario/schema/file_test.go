package schema_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode"

	"evsim/internal/say"
	"evsim/scenario/schema"
	"evsim/scenario/syntax"
)

var update = flag.Bool("update", false, "write docs/scenario.schema.json")

const kept = "../../docs/scenario.schema.json"

// The schema in docs is the one that the parser's tables make.
func TestFile(t *testing.T) {
	text, err := schema.Text(syntax.Grammar(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(kept, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(read(t, kept), text) {
		t.Errorf("%s is out of date: go test ./scenario/schema -run TestFile -update", kept)
	}
}

// TestChinese holds that each description is said in Chinese, and nothing else differs.
func TestChinese(t *testing.T) {
	english, err := schema.Text(syntax.Grammar(), nil)
	if err != nil {
		t.Fatal(err)
	}
	chinese, err := schema.Text(syntax.Grammar(), say.Chinese())
	if err != nil {
		t.Fatal(err)
	}
	descriptions := 0
	theirs := strings.Split(string(chinese), "\n")
	for i, line := range strings.Split(string(english), "\n") {
		key, _, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if key != `"description"` && key != `"patternErrorMessage"` && key != `"title"` || strings.HasSuffix(line, "{") {
			if theirs[i] != line {
				t.Errorf("line %d is %s, want %s", i+1, theirs[i], line)
			}
			continue
		}
		descriptions++
		if !strings.ContainsFunc(theirs[i], func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			t.Errorf("line %d is not in Chinese: %s", i+1, theirs[i])
		}
	}
	if descriptions < 200 {
		t.Errorf("%d descriptions", descriptions)
	}
}

func ExampleText() {
	text, err := schema.Text(syntax.Grammar(), nil)
	if err != nil {
		panic(err)
	}
	var s struct {
		Schema string `json:"$schema"`
		Title  string
	}
	if err := json.Unmarshal(text, &s); err != nil {
		panic(err)
	}
	fmt.Println(s.Schema)
	fmt.Println(s.Title)
	// Output:
	// http://json-schema.org/draft-07/schema#
	// An evsim scenario, version 1
}
