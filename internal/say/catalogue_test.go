package say

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"evsim/internal/tidy"
)

// TestEveryTextIsThere holds the source against the catalogue of each language:
// every text of the source is in it, and nothing else is.
func TestEveryTextIsThere(t *testing.T) {
	tree, err := tidy.Read("../..")
	if err != nil {
		t.Fatal(err)
	}
	said := tidy.Texts(tree)
	if len(said) < 400 {
		t.Fatalf("only %d texts in the source: something keeps them from being found", len(said))
	}
	for _, complaint := range missing(Chinese(), said) {
		t.Error(complaint)
	}
}

// TestPagesHaveTheirTexts holds that what is said outside of the command stands in
// zh.txt: a page that runs the program has no other catalogue.
func TestPagesHaveTheirTexts(t *testing.T) {
	tree, err := tidy.Read("../..")
	if err != nil {
		t.Fatal(err)
	}
	sentences, err := readCatalogue(chineseOfRuns)
	if err != nil {
		t.Fatal(err)
	}
	runs := &Language{"zh-CN", sentences}
	said := slices.DeleteFunc(tidy.Texts(tree), func(s tidy.Said) bool {
		return strings.HasPrefix(s.Pos.Filename, "cmd/evsim/") || strings.HasPrefix(s.Pos.Filename, "internal/stepper/") // a terminal's
	})
	for _, complaint := range missing(runs, said) {
		if !strings.Contains(complaint, "nobody says") { // the command does
			t.Error(complaint)
		}
	}
}

// missing is what is wrong with a catalogue.
func missing(l *Language, said []tidy.Said) (complaints []string) {
	used := map[string]bool{}
	for _, s := range said {
		key, verbs := s.Text, s.Format && len(verbsOf(s.Text)) > 0
		if s.Format && !verbs {
			key = strings.ReplaceAll(key, "%%", "%")
		}
		if used[key] || sameEverywhere(key) {
			continue
		}
		used[key] = true
		if other, ok := l.sentences[key]; !ok {
			complaints = append(complaints, fmt.Sprintf("%s: %s lacks\n%s", s.Pos, l.tag, key))
		} else if verbs && !fits(key, other) {
			complaints = append(complaints, fmt.Sprintf("%s: %s: the verbs of %q are not those of %q", s.Pos, l.tag, other, key))
		}
	}
	for key := range l.sentences {
		if !used[key] {
			complaints = append(complaints, fmt.Sprintf("%s: nobody says %q", l.tag, key))
		}
	}
	slices.Sort(complaints)
	return complaints
}

// sameEverywhere reports whether a format has no word of its own.
func sameEverywhere(format string) bool {
	code := false // between backquotes, all is
	for _, p := range piecesOf(format) {
		for i, text := range strings.Split(p.text, "`") {
			if i > 0 {
				code = !code
			}
			if !code && strings.ContainsFunc(text, unicode.IsLetter) {
				return false
			}
		}
	}
	return true
}

// fits reports whether a format says all that another one says: each of its
// verbs once or more, as what it is there, and no others.
func fits(english, other string) bool {
	want := verbsOf(english)
	said := make([]bool, len(want))
	at := 0
	for _, p := range piecesOf(other) {
		if p.verb == "" {
			continue
		}
		if p.index > 0 {
			at = p.index - 1
		}
		if at >= len(want) || p.verb != want[at] {
			return false
		}
		said[at] = true
		at++
	}
	return !slices.Contains(said, false)
}

// TestMissingTexts attacks the test above: it finds what is taken out, what has
// other verbs, and what nobody says.
func TestMissingTexts(t *testing.T) {
	said := []tidy.Said{{Text: "no rule"}, {Text: "line %d of %s", Format: true}, {Text: "100%% sure", Format: true}, {Text: "%s: %d", Format: true}}
	whole := map[string]string{"no rule": "没有规则", "line %d of %s": "%[2]s 的第 %[1]d 行", "100% sure": "百分之百"}
	if got := missing(&Language{"x", whole}, said); len(got) != 0 {
		t.Errorf("a whole catalogue: %q", got)
	}
	for name, change := range map[string]func(map[string]string){
		"lacks\nno rule":          func(m map[string]string) { delete(m, "no rule") },
		"lacks\nline %d of %s":    func(m map[string]string) { delete(m, "line %d of %s") },
		"lacks\n100% sure":        func(m map[string]string) { delete(m, "100% sure") },
		"nobody says \"more\"":    func(m map[string]string) { m["more"] = "更多" },
		"the verbs of \"第 %d 行\"": func(m map[string]string) { m["line %d of %s"] = "第 %d 行" },
		"the verbs of \"%s %d\"":  func(m map[string]string) { m["line %d of %s"] = "%s %d" },
		"the verbs of \"%d %s %s": func(m map[string]string) { m["line %d of %s"] = "%d %s %s" },
		"the verbs of \"%d %[3]s": func(m map[string]string) { m["line %d of %s"] = "%d %[3]s" },
	} {
		broken := map[string]string{}
		for k, v := range whole {
			broken[k] = v
		}
		change(broken)
		if got := missing(&Language{"x", broken}, said); len(got) != 1 || !strings.Contains(got[0], name) {
			t.Errorf("%q: %q", name, got)
		}
	}
}

// TestCatalogueIsReadable says where a catalogue is not in its form.
func TestCatalogueIsReadable(t *testing.T) {
	got, err := readCatalogue("# a comment\n\nno rule\n\t没有规则\ntwo lines\n¶\nof text\n\t两行\n\t¶\n\t文字\n")
	if err != nil || len(got) != 2 || got["no rule"] != "没有规则" || got["two lines\n\nof text"] != "两行\n\n文字" {
		t.Errorf("%q, %v", got, err)
	}
	for _, broken := range []string{"\t没有\n", "one\n\ntwo\n\t二\n", "one\n", "one\n\t一\none\n\t一\n"} {
		if _, err := readCatalogue(broken); err == nil {
			t.Errorf("%q is read", broken)
		}
	}
}
