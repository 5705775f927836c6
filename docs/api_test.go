package docs_test

import (
	"os"
	"strings"
	"testing"
)

// TestAPI holds that each block of Go in api.md stands in one of the tests that
// run it, whatever it is indented by there.
func TestAPI(t *testing.T) {
	var tests strings.Builder
	for _, file := range []string{"../evsimtest/evsimtest_test.go", "../explore/example_test.go", "../scenario/example_policy_test.go", "../scenario/example_clock_test.go"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		tests.WriteString(flat(string(text)))
	}
	page, err := os.ReadFile("api.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := 0
	for _, part := range strings.Split(string(page), "```go\n")[1:] {
		block, _, closed := strings.Cut(part, "```\n")
		if blocks++; !closed || !strings.Contains(tests.String(), flat(block)) {
			t.Errorf("no test has this:\n%s", block)
		}
	}
	if blocks < 6 {
		t.Errorf("only %d blocks of Go", blocks)
	}
}

// flat is Go source without indentation.
func flat(source string) string {
	var b strings.Builder
	for line := range strings.Lines(source) {
		b.WriteString(strings.TrimLeft(line, "\t"))
	}
	return b.String()
}
