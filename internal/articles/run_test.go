package articles_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"evsim/explore"
	"evsim/internal/articles"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/scenario/script"
)

const paths = 200_000

// TestRowsRun proves what the scenarios of the rows expect, under the policies
// that the rows speak of.
func TestRowsRun(t *testing.T) {
	under := map[string][]string{}
	for _, a := range articles.All() {
		for _, r := range a.Rows {
			if r.Scenario != "" {
				under[r.Scenario] = append(under[r.Scenario], names(spokenOf(t, r))...)
			}
		}
	}
	for file, policies := range under {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			s := load(t, file)
			of := slices.DeleteFunc(s.RunsOn(), func(p model.Policy) bool { return !slices.Contains(policies, p.Name) })
			checks := s.Verify(of, explore.Runs(context.Background(), explore.Options{Paths: paths}))
			if len(checks) == 0 {
				t.Error("nothing is checked")
			}
			for _, c := range checks {
				if verdict, failure := c.Result(); verdict == program.Unproved || failure != nil {
					t.Errorf("%s %s %s: %v", c.Policy, c.Case, c.What, c.Err())
				}
			}
		})
	}
}

// TestOrders holds the orders that examples are said to have against every
// order that can be: what is right has these and no others, what is wrong has
// not, and what is right for some has them for these alone.
func TestOrders(t *testing.T) {
	held := 0
	for _, a := range articles.All() {
		for _, r := range a.Rows {
			if len(r.Orders) == 0 {
				continue
			}
			held++
			for _, p := range spokenOf(t, r) {
				right := r.Verdict == articles.Right || slices.Contains(r.Holds, p.Name)
				if found := orders(t, r, p); same(found, r.Orders) != right {
					t.Errorf("%s is %q; %s has the orders %q, the article %q", r.ID, r.Verdict, p.Name, found, r.Orders)
				}
			}
		}
	}
	if held < 30 {
		t.Errorf("%d rows have orders", held)
	}
}

// orders is every order that is possible where the row says that its own are.
func orders(t *testing.T, r articles.Row, p model.Policy) (out [][]string) {
	t.Helper()
	s := load(t, r.Scenario)
	w := &s.World
	if r.Case != "" {
		i := slices.IndexFunc(s.Cases, func(c script.Case) bool { return c.Name == r.Case })
		if i < 0 {
			t.Fatalf("%s: %s has no case %q", r.ID, r.Scenario, r.Case)
		}
		w = &s.Cases[i].World
	}
	runs := explore.Runs(t.Context(), explore.Options{Paths: paths})(program.Question{Setting: s.In(p, w)})
	if !runs.Complete {
		t.Fatalf("%s: %s", r.ID, runs.Why)
	}
	for _, run := range runs.List {
		var log []string
		for _, line := range run.Log {
			log = append(log, line.Text)
		}
		out = append(out, log)
	}
	return out
}

// same reports whether both have the same orders, each once.
func same(a, b [][]string) bool {
	has := func(list [][]string, log []string) bool {
		return slices.ContainsFunc(list, func(other []string) bool { return slices.Equal(log, other) })
	}
	for _, log := range a {
		if !has(b, log) {
			return false
		}
	}
	return len(a) == len(b)
}

// spokenOf is the policies that a row speaks of and its scenario is for. For
// what is right for some, policies of both kinds must be among them, or nothing
// would show that it is not right for all.
func spokenOf(t *testing.T, r articles.Row) (out []model.Policy) {
	t.Helper()
	known := names(model.Policies())
	for _, name := range slices.Concat(r.Of, r.Holds) {
		if !slices.Contains([]string{"all", "node", "browsers"}, name) && !slices.Contains(known, name) {
			t.Errorf("%s names %s, which is not a policy", r.ID, name)
		}
	}
	for _, p := range load(t, r.Scenario).RunsOn() {
		if r.SpeaksOf(p.Name, p.Node != nil) {
			out = append(out, p)
		}
	}
	if len(out) == 0 {
		t.Errorf("%s: %s is for none of %q", r.ID, r.Scenario, r.Of)
	}
	if r.Verdict == articles.Some && !slices.ContainsFunc(out, func(p model.Policy) bool { return !slices.Contains(r.Holds, p.Name) }) {
		t.Errorf("%s is right for all that its scenario is for", r.ID)
	}
	return out
}

func names(policies []model.Policy) (out []string) {
	for _, p := range policies {
		out = append(out, p.Name)
	}
	return out
}

func load(t *testing.T, file string) *scenario.Scenario {
	t.Helper()
	text, err := os.ReadFile("../../" + file)
	if err != nil {
		t.Fatal(err)
	}
	s, diags := scenario.Parse(file, text)
	if diags.Failed() {
		t.Fatal(diags)
	}
	return s
}

// TestSources holds that the articles that scenarios name are in the index, and
// that each has scenarios.
func TestSources(t *testing.T) {
	used := map[string]int{}
	err := filepath.WalkDir("../../scenarios", func(file string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(file) != ".yaml" {
			return err
		}
		s := load(t, strings.TrimPrefix(filepath.ToSlash(file), "../../"))
		_, known := articles.Lookup(s.Source)
		if seed := filepath.Base(filepath.Dir(file)) == "seeds"; !known && (seed || s.Source != "") {
			t.Errorf("%s is from %q, which is no article of the index", file, s.Source)
		}
		used[s.Source]++
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range articles.All() {
		if used[a.Source] == 0 {
			t.Errorf("no scenario is from %s", a.Source)
		}
	}
}

// TestSeedsAreNamed holds that every scenario made from an article is shown in
// some row of it.
func TestSeedsAreNamed(t *testing.T) {
	shown := map[string]bool{}
	for _, a := range articles.All() {
		for _, r := range a.Rows {
			shown[r.Scenario] = true
		}
	}
	files, err := filepath.Glob("../../scenarios/seeds/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		if name := strings.TrimPrefix(filepath.ToSlash(file), "../../"); !shown[name] {
			t.Errorf("no row shows %s", name)
		}
	}
}
