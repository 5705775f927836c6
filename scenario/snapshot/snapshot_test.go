package snapshot_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evsim/explore"
	"evsim/internal/diff"
	"evsim/program"
	"evsim/scenario"
	"evsim/scenario/snapshot"
	"evsim/sim"
)

var update = flag.Bool("update", false, "write the files *.want anew")

func every(string) bool { return true }

// Each file of testdata becomes what stands beside it: read what -update
// writes, it is the specification.
func TestFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			before, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			after := rewrite(t, name, before)
			if *update {
				if err := os.WriteFile(name+".want", after, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(name + ".want")
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(after, want) {
				t.Errorf("%s", diff.Unified(name, want, after))
			}
			if again := rewrite(t, name, after); !bytes.Equal(again, after) {
				t.Errorf("once more:\n%s", diff.Unified(name, after, again))
			}
			for _, c := range comments(string(before)) {
				if strings.Count(string(after), c) < strings.Count(string(before), c) {
					t.Errorf("the comment %q is gone", c)
				}
			}
		})
	}
}

func parse(t *testing.T, name string, text []byte) *scenario.Scenario {
	t.Helper()
	s, diags := scenario.Parse(name, text)
	if diags.Failed() {
		t.Fatalf("%s\n%s", diags.Render(text), text)
	}
	return s
}

// rewrite brings a file up to date; all of its lists hold then.
func rewrite(t *testing.T, name string, text []byte) []byte {
	t.Helper()
	run := explore.Runs(t.Context(), explore.Options{Paths: 1000})
	s := parse(t, name, text)
	changes, _ := snapshot.Find(s, every, run)
	after, err := snapshot.Apply(text, s, changes)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if left, _ := snapshot.Find(parse(t, name, after), every, run); len(left) > 0 {
		t.Errorf("still %v in\n%s", left, after)
	}
	return after
}

var comment = regexp.MustCompile(`(?m)(?:^|[ \t])(# .*)$`)

func comments(text string) (out []string) {
	for _, found := range comment.FindAllStringSubmatch(text, -1) {
		out = append(out, strings.TrimRight(found[1], " \r"))
	}
	return out
}

// The repository's own scenarios hold, so nothing of them changes.
func TestNothingToDo(t *testing.T) {
	files, err := filepath.Glob("../../scenarios/seeds/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if after := rewrite(t, name, text); !bytes.Equal(after, text) {
			t.Errorf("%s", diff.Unified(name, text, after))
		}
	}
}

// logs is a Runner of runs that log as it says.
func logs(of map[string][][]string) program.Runner {
	return func(q program.Question) program.Runs {
		runs := program.Runs{Complete: true}
		for _, order := range of[q.Policy.Name] {
			o := &program.Observed{Stop: sim.Stop{Reason: sim.Ended}}
			for _, text := range order {
				o.Log = append(o.Log, program.Line{Text: text})
			}
			runs.List = append(runs.List, o)
		}
		return runs
	}
}

// words are lines that need quotes in some places, or in all.
var words = []string{"a", "b", "c", "d", "two words", "x: y", "x #y", "[z]", "q,r", `"`, "it's", "", "null", "é", "- dash", "tab\there", "5", "true"}

// printer writes a scenario with random layout, comments in all places, and
// a list of lines to be rewritten.
type printer struct {
	*rand.Rand
	strings.Builder
	n int
}

func (p *printer) note() string {
	if p.IntN(3) > 0 {
		return ""
	}
	p.n++
	return fmt.Sprintf(" # note%d!", p.n)
}

func (p *printer) quote(text string, flow bool) string {
	plain := regexp.MustCompile(`^[a-zé5]+( [a-z]+)?$`).MatchString(text) && text != "null" || !flow && text == "q,r"
	switch k := p.IntN(3); {
	case plain && k > 0:
		return text
	case k == 1 && !strings.Contains(text, "\t"):
		return "'" + strings.ReplaceAll(text, "'", "''") + "'"
	}
	return fmt.Sprintf("%q", text)
}

// list writes a list behind its key, or behind a dash.
func (p *printer) list(order []string, indent string, newline string) {
	if len(order) > 0 && p.IntN(2) == 0 {
		p.WriteString(p.note() + newline)
		for _, text := range order {
			if p.IntN(4) == 0 {
				p.n++
				p.WriteString(fmt.Sprintf("%s# note%d!%s", indent, p.n, newline))
			}
			p.WriteString(indent + "-" + strings.Repeat(" ", 1+p.IntN(2)) + p.quote(text, false) + p.note() + newline)
		}
		return
	}
	p.WriteString(" [")
	for i, text := range order {
		if i > 0 {
			p.WriteString(",")
			if note := p.note(); note != "" || p.IntN(4) == 0 {
				p.WriteString(note + newline + indent + "  ")
			} else {
				p.WriteString(strings.Repeat(" ", p.IntN(3)))
			}
		}
		p.WriteString(p.quote(text, true))
	}
	if len(order) > 0 && p.IntN(4) == 0 {
		p.WriteString(" ,")
	}
	p.WriteString("]" + p.note() + newline)
}

func (p *printer) order() []string {
	out := []string{}
	for range p.IntN(6) {
		out = append(out, words[p.IntN(len(words))])
	}
	return out
}

func (p *printer) set() (out [][]string) {
	for range 1 + p.IntN(3) {
		if o := p.order(); !slices.ContainsFunc(out, func(q []string) bool { return slices.Equal(o, q) }) {
			out = append(out, o)
		}
	}
	return out
}

// Whatever a list looks like and whatever it is to become: the file says so
// afterwards, no comment is lost, and what is not expected has not changed.
func TestRewriteAnyLayout(t *testing.T) {
	for seed := range uint64(800) {
		p := &printer{Rand: rand.New(rand.NewPCG(seed, 7))}
		newline := []string{"\n", "\r\n"}[p.IntN(2)]
		head := strings.ReplaceAll("evsim: 1 # one\nname: any\npolicies: [node20, node22] # two\nscript: {log: a}\n", "\n", newline)
		p.WriteString(head + "expect:" + p.note() + newline + "  -")
		lead := " "
		if p.IntN(3) == 0 {
			p.WriteString(" policy: [node20, 'node22']" + p.note() + newline)
			lead = "    "
		}
		if p.IntN(2) == 0 {
			p.WriteString(lead + "log:")
			p.list(p.order(), "      ", newline)
		} else {
			p.WriteString(lead + "outcomes:" + p.note() + newline)
			for _, order := range p.set() {
				p.WriteString("      -")
				if len(order) == 0 || p.IntN(2) == 0 {
					p.WriteString(" [" + strings.Join(slices.Collect(func(yield func(string) bool) {
						for _, text := range order {
							yield(p.quote(text, true))
						}
					}), ", ") + "]" + p.note() + newline)
					continue
				}
				for i, text := range order {
					dash := " - "
					if i > 0 {
						dash = "        - "
					}
					p.WriteString(dash + p.quote(text, false) + p.note() + newline)
				}
			}
		}
		tail := ""
		if p.IntN(2) == 0 {
			tail = "# end" + newline + "rules: [a once]" + newline
		}
		p.WriteString(tail)
		before := []byte(p.String())
		s := parse(t, "any.yaml", before)
		one, two := p.set(), p.set()
		if p.IntN(2) == 0 {
			two = one
		}
		run := logs(map[string][][]string{"node20": one, "node22": two})
		changes, left := snapshot.Find(s, every, run)
		if len(left) > 0 {
			t.Fatalf("seed %d: %v", seed, left)
		}
		after, err := snapshot.Apply(before, s, changes)
		if err != nil {
			t.Fatalf("seed %d: %v to\n%q, %q\n%s", seed, err, one, two, before)
		}
		for _, c := range parse(t, "any.yaml", after).Verify(s.RunsOn(), run) {
			if err := c.Err(); err != nil && !errors.Is(err, program.ErrUnproved) && c.What != "a once" {
				t.Fatalf("seed %d: %s: %s\n%s", seed, c.What, err, after)
			}
		}
		want, got := comments(string(before)), comments(string(after))
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(want, got) {
			t.Fatalf("seed %d: %s", seed, cmp.Diff(string(before), string(after)))
		}
		if !bytes.HasPrefix(after, []byte(head)) || !bytes.HasSuffix(after, []byte(tail)) {
			t.Fatalf("seed %d: %s", seed, after)
		}
	}
}

// byHand says which changes of a list are left to its writer.
type byHand int

const (
	none byHand = iota
	some        // those that would put a sign before a # without a blank
	all
)

// odd is lists that YAML reads, and nobody would write so.
var odd = []struct {
	what, list string
	byHand     byHand
}{
	{"a comment behind a comma", "[a,#note1!\n    b]", some},
	{"a comment behind a quote", "[\"a\"#note1!\n    , 'b'#note2!\n    ]", some},
	{"no comment", "[a#b, c]", none},
	{"a quote where a line of a text begins", "[x a\n    \"b, it\n    's, c]", none},
	{"the same in a block", "\n    - x a\n      \"b\n    - c", none},
	{"a sign of comments in a literal text", "\n    - |-   # note1!\n     # b\n    - c", none},
	{"lines that end with a return alone", "[a,\r    \"b\",\r    c]", none},
	{"a colon at the end of a text", "[a:, b]", none},
	{"a line break that YAML alone knows, in a list", "[a,\u2028 b]", all},
	{"in a text", "[a\u0085b, c]", all},
	{"behind a comment", "[a, #note1!\u2029 b]", all},
}

func oddScenario(list string) []byte {
	return []byte("evsim: 1\nname: any\npolicies: [node22]\nscript: {log: a}\nexpect:\n  - log: " + list + "\n")
}

// What is scanned is what was parsed, or nothing is written.
func TestOddLists(t *testing.T) {
	for _, test := range odd {
		t.Run(test.what, func(t *testing.T) {
			before := oddScenario(test.list)
			s := parse(t, "any.yaml", before)
			was := s.Expect[0].Orders[0].Lines
			for _, now := range [][]string{{}, {"q"}, {"a"}, was[1:], append([]string{"q"}, was...), append(slices.Clone(was), "q"), append([]string{was[0], "q"}, was[1:]...)} {
				run := logs(map[string][][]string{"node22": {now}})
				changes, _ := snapshot.Find(s, every, run)
				if len(changes) == 0 {
					continue
				}
				after, err := snapshot.Apply(before, s, changes)
				if test.byHand == none && err != nil || test.byHand == all && err == nil {
					t.Errorf("to %q: %v\n%s", now, err, before)
				}
				if err != nil {
					continue
				}
				if left, _ := snapshot.Find(parse(t, "any.yaml", after), every, run); len(left) > 0 {
					t.Errorf("still %v in\n%s", left, after)
				}
				for n := 1; n < 3; n++ {
					if note := fmt.Sprintf("note%d!", n); bytes.Contains(before, []byte(note)) && !bytes.Contains(after, []byte(note)) {
						t.Errorf("to %q: %s is gone\n%s", now, note, after)
					}
				}
			}
		})
	}
}
