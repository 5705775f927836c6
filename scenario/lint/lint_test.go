package lint_test

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"evsim/internal/say"
	"evsim/scenario"
	"evsim/scenario/lint"
)

var update = flag.Bool("update", false, "write the table of the reference")

// references have the table, in the language of each.
var references = map[string]struct {
	reader *say.Language
	head   string
}{
	"../../docs/scenario.md":       {nil, "| rule | finds | why |"},
	"../../docs/scenario.zh-CN.md": {say.Chinese(), "| 规则 | 找出什么 | 原因 |"},
}

func check(t testing.TB, file string) ([]lint.Finding, []byte) {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, diags := scenario.Parse(file, src)
	if s == nil {
		t.Fatalf("%v", diags)
	}
	return lint.Check(context.Background(), s, src, 20_000), src
}

// Each file in testdata is named for a rule, and begins with what must be
// found in it, one comment line for each finding:
//
//	# want LINE:COLUMN rule: part of the message => part of the fix
//
// Nothing else may be found.
func TestEachRuleFinds(t *testing.T) {
	for _, rule := range lint.Rules() {
		t.Run(rule.ID, func(t *testing.T) {
			found, src := check(t, filepath.Join("testdata", rule.ID+".yaml"))
			var wants []string
			for line := range strings.Lines(string(src)) {
				want, ok := strings.CutPrefix(strings.TrimSpace(line), "# want ")
				if !ok {
					break
				}
				wants = append(wants, want)
			}
			if len(wants) == 0 {
				t.Error("the file wants nothing")
			}
			for i := range max(len(found), len(wants)) {
				switch {
				case i >= len(wants):
					t.Errorf("too much: %v", found[i])
				case i >= len(found):
					t.Errorf("nobody finds: %s", wants[i])
				default:
					head, fix, _ := strings.Cut(wants[i], " => ")
					is := fmt.Sprintf("%d:%d %s: %s", found[i].Pos.Line, found[i].Pos.Col, found[i].Rule, found[i].Message)
					if !strings.HasPrefix(is, head) || !strings.Contains(found[i].Fix.String(), fix) {
						t.Errorf("want %s\ngot  %s => %s", wants[i], is, found[i].Fix)
					}
				}
			}
		})
	}
}

// The project's own scenarios are free of mistakes, and what says that they are
// not is one.
func TestNothingIsFoundInScenarios(t *testing.T) {
	files := []string{"../../cmd/evsim/first.yaml", "../../docs/examples/race.yaml"}
	err := filepath.WalkDir("../../scenarios", func(path string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".yaml" {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) < 300 {
		t.Fatal(err, len(files))
	}
	for _, file := range files {
		found, _ := check(t, file)
		for _, f := range found {
			t.Errorf("%s:%d:%d %s: %s => %s", file, f.Pos.Line, f.Pos.Col, f.Rule, f.Message, f.Fix)
		}
	}
}

// The references list the rules.
func TestReference(t *testing.T) {
	for file, as := range references {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		const begin, end = "<!-- generated: lint -->\n", "<!-- end -->"
		before, rest, ok := strings.Cut(string(src), begin)
		_, after, closed := strings.Cut(rest, end)
		if !ok || !closed {
			t.Fatalf("%s has no place for the rules", file)
		}
		table := as.head + "\n| --- | --- | --- |\n"
		for _, r := range lint.Rules() {
			table += fmt.Sprintf("| `%s` | %s | %s |\n", r.ID, as.reader.Say(r.Doc), as.reader.Say(r.Why))
		}
		want := before + begin + table + end + after
		if *update {
			if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if want != string(src) {
			t.Errorf("%s is out of date: go test ./scenario/lint -run TestReference -update", file)
		}
	}
}

func ExampleCheck() {
	src := []byte("evsim: 1\nname: a timer\nscript:\n  - setTimeout: 5\n    as: timer\n    do: {log: timer}\n")
	s, _ := scenario.Parse("timer.yaml", src)
	for _, f := range lint.Check(context.Background(), s, src, 1000) {
		fmt.Printf("%d:%d %s: %s\n", f.Pos.Line, f.Pos.Col, f.Rule, f.Message)
	}
	// Output:
	// 4:5 unused-name: nothing refers to `timer`
}

// TestSharedListsAreLookedAtOnce: cases share the files that they do not change,
// so that what is found does not grow with their number times that of the files.
func TestSharedListsAreLookedAtOnce(t *testing.T) {
	var src strings.Builder
	src.WriteString("evsim: 1\nname: x\nscript: [{log: a}]\nfiles:\n")
	for i := range 2000 {
		fmt.Fprintf(&src, "  f%d: {latency: 1ms}\n", i)
	}
	src.WriteString("cases:\n")
	for i := range 2000 {
		fmt.Fprintf(&src, "  - {name: c%d}\n", i)
	}
	s, problems := scenario.Parse("x.yaml", []byte(src.String()))
	if s == nil {
		t.Fatal(problems)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	found := lint.Check(context.Background(), s, []byte(src.String()), 1000)
	runtime.ReadMemStats(&after)
	if len(found) != 6000 {
		t.Errorf("%d findings, want one for each file and two for each case", len(found))
	}
	if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 100 {
		t.Errorf("it takes %d MB", took)
	}
}
