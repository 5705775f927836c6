package tidy_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evsim/internal/tidy"
)

var update = flag.Bool("update", false, "write the picture of the rooms into the document")

const design = "../../docs/design.md"

// TestPicture holds the picture of the rooms against the imports.
func TestPicture(t *testing.T) {
	tree, err := tidy.Read("../..")
	if err != nil {
		t.Fatal(err)
	}
	src, err := os.ReadFile(design)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- generated: rooms -->\n", "<!-- end -->"
	before, rest, ok := strings.Cut(string(src), begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s has no place for the picture", design)
	}
	want := before + begin + tidy.Picture(tree) + end + after
	if *update {
		if err := os.WriteFile(design, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, string(src)); diff != "" {
		t.Errorf("%s is out of date: go test ./internal/tidy -run TestPicture -update (-want +got)\n%s", design, diff)
	}
}

// TestRoomsHaveRows wants a row of the table for each room in the picture.
func TestRoomsHaveRows(t *testing.T) {
	tree, err := tidy.Read("../..")
	if err != nil {
		t.Fatal(err)
	}
	src, err := os.ReadFile(design)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(tidy.Picture(tree)) {
		_, room, ok := strings.Cut(strings.TrimSpace(line), "[")
		if room = strings.TrimSuffix(room, "]"); ok && !strings.Contains(line, "subgraph") && !strings.Contains(string(src), "\n| `"+room+"` |") {
			t.Errorf("%s says nothing of the room %s", design, room)
		}
	}
}

// TestPictureOfFew holds the picture against one that is drawn by hand.
func TestPictureOfFew(t *testing.T) {
	tree, err := tidy.Parse(map[string]string{
		"low/a.go":               "package low\n",
		"scenario/a.go":          "package scenario\nimport _ \"evsim/scenario/script\"\nimport _ \"evsim/low\"\n",
		"scenario/a_test.go":     "package scenario\nimport _ \"evsim/internal/high\"\n",
		"scenario/script/a.go":   "package script\nimport _ \"evsim/low\"\nimport _ \"evsim/internal/leaf\"\n",
		"internal/leaf/a.go":     "package leaf\n",
		"internal/high/a.go":     "package high\nimport _ \"evsim/scenario\"\n",
		"internal/tool/main.go":  "package main\nimport _ \"evsim/low\"\n",
		"cmd/evsim/main.go":      "package main\nimport _ \"evsim/internal/high\"\nimport _ \"evsim/low\"\n",
		"cmd/evsim/main_test.go": "package main\nimport _ \"evsim/scenario\"\n",
	})
	if err != nil {
		t.Fatal(err)
	}
	const want = "```mermaid\n" + `flowchart TD
  cmd_evsim[cmd/evsim]
  low[low]
  subgraph scenario_ [scenario]
    scenario[scenario]
    scenario_script[scenario/script]
  end
  subgraph internal_ [internal]
    internal_high[internal/high]
  end
  cmd_evsim --> internal_high
  internal_high --> scenario
  scenario --> scenario_script
  scenario_script --> low
` + "```\n"
	if diff := cmp.Diff(want, tidy.Picture(tree)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
