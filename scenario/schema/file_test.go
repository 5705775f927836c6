package schema_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"testing"

	"evsim/scenario/schema"
	"evsim/scenario/syntax"
)

var update = flag.Bool("update", false, "write docs/scenario.schema.json")

const kept = "../../docs/scenario.schema.json"

// The schema in docs is the one that the parser's tables make.
func TestFile(t *testing.T) {
	text, err := schema.Text(syntax.Grammar())
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

func ExampleText() {
	text, err := schema.Text(syntax.Grammar())
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
