package articles_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"evsim/docs"
	"evsim/internal/articles"
)

var update = flag.Bool("update", false, "write docs/articles*.md anew")

// TestRows holds that every row is whole, and that what it names exists.
func TestRows(t *testing.T) {
	rows := 0
	for i, a := range articles.All() {
		inBothLanguages(t, a.ID, a.Title)
		for j, r := range a.Rows {
			rows++
			if want := fmt.Sprintf("%d.%d", i, j+1); r.ID != want {
				t.Errorf("%s stands where %s should", r.ID, want)
			}
			inBothLanguages(t, r.ID, r.Says)
			inBothLanguages(t, r.ID, r.Fact)
			checkWords(t, r)
			checkNames(t, r)
		}
	}
	if rows < 150 {
		t.Errorf("%d rows", rows)
	}
}

// inBothLanguages wants a text in English, and one in Chinese.
func inBothLanguages(t *testing.T, of string, text articles.Both) {
	t.Helper()
	han := func(r rune) bool { return unicode.Is(unicode.Han, r) }
	if text.En == "" || strings.ContainsFunc(text.En, han) || !strings.ContainsFunc(text.Zh, han) {
		t.Errorf("%s: %+v", of, text)
	}
}

func checkWords(t *testing.T, r articles.Row) {
	t.Helper()
	if !slices.Contains(articles.Verdicts(), r.Verdict) || r.Kind != articles.Example && r.Kind != articles.Claim || len(r.Of) == 0 {
		t.Errorf("%s: kind %q, verdict %q, of %q", r.ID, r.Kind, r.Verdict, r.Of)
	}
	if some := r.Verdict == articles.Some; some != (len(r.Holds) > 0) {
		t.Errorf("%s is %q, and holds for %q", r.ID, r.Verdict, r.Holds)
	}
	known := []articles.Reason{articles.Words, articles.Inside, articles.Absent}
	if (r.Scenario == "" && r.Code == "") != slices.Contains(known, r.Unshown) || r.Scenario != "" && r.Code != "" {
		t.Errorf("%s has the scenario %q, the code %q, and for having none the reason %q", r.ID, r.Scenario, r.Code, r.Unshown)
	}
	if r.Scenario == "" && (r.Case != "" || len(r.Orders) > 0) {
		t.Errorf("%s has orders and no scenario", r.ID)
	}
	for _, l := range []articles.Language{articles.English, articles.Chinese} {
		if r.Judged(l) == "" || r.About(l) == "" {
			t.Errorf("%s has no words for its verdict or its runtimes in %s", r.ID, l)
		}
	}
}

func checkNames(t *testing.T, r articles.Row) {
	t.Helper()
	for _, id := range r.Rules {
		if _, ok := docs.Lookup(id); !ok {
			t.Errorf("%s: there is no rule %s", r.ID, id)
		}
	}
	if r.Lesson != "" {
		if _, err := docs.Lessons.ReadFile(strings.TrimPrefix(r.Lesson, "docs/")); err != nil {
			t.Errorf("%s: there is no lesson %s: %v", r.ID, r.Lesson, err)
		}
	}
}

// TestPages holds the documents against the index.
func TestPages(t *testing.T) {
	for file, l := range map[string]articles.Language{"../../docs/articles.md": articles.English, "../../docs/articles.zh-CN.md": articles.Chinese} {
		want := articles.Page(l)
		if *update {
			if err := os.WriteFile(file, []byte(want), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		have, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(have), want); diff != "" {
			t.Errorf("%s is not what the index says: go test ./internal/articles -run TestPages -update\n%s", file, diff)
		}
	}
}

func ExampleLookup() {
	a, ok := articles.Lookup("libuv-phases")
	fmt.Println(ok, a.Title.Zh)
	fmt.Println(a.Rows[18].Judged(articles.English))
	fmt.Println(a.Rows[18].Scenario)
	// Output:
	// true 事件循环机制：nodeJS 端（由 libuv 库实现）
	// wrong
	// scenarios/seeds/seed2-03-no-limit-on-timers.yaml
}

// TestNamed finds each article by its titles, and by parts of them.
func TestNamed(t *testing.T) {
	for _, a := range articles.All() {
		for _, name := range []string{a.ID, a.Source, a.Title.En, a.Title.Zh, strings.ToUpper(a.Title.En), strings.ReplaceAll(a.Title.Zh, " ", "")} {
			if got := articles.Named(name); len(got) != 1 || got[0].ID != a.ID {
				t.Errorf("%q: %d articles", name, len(got))
			}
		}
	}
	for _, a := range articles.All() {
		for _, r := range a.Rows {
			if got := articles.Named(r.ID); len(got) != 1 || got[0].ID != a.ID || len(got[0].Rows) != 1 || got[0].Rows[0].ID != r.ID {
				t.Errorf("%s: %d articles", r.ID, len(got))
			}
		}
	}
	if got := articles.Named("libuv"); len(got) != 1 || got[0].ID != "libuv-phases" {
		t.Errorf("libuv: %d articles", len(got))
	}
	for _, none := range []string{"", " ", "no such title"} {
		if got := articles.Named(none); len(got) != 0 {
			t.Errorf("%q: %d articles", none, len(got))
		}
	}
}
