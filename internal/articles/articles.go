// Package articles is the index of the articles that evsim was made from: what
// each says, claim by claim, and what is true of it.
package articles

import (
	"bytes"
	"embed"
	"encoding/json"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed data/*.json
var data embed.FS

// Both is a text in English and in Chinese.
type Both struct {
	En string `json:"en"`
	Zh string `json:"zh"`
}

// In is the text in a language.
func (b Both) In(l Language) string {
	if l == Chinese {
		return b.Zh
	}
	return b.En
}

// Article is one article with its examples and claims, in its order.
type Article struct {
	ID      string `json:"id"`
	Source  string `json:"source"` // what scenarios call it under their key `source`
	Title   Both   `json:"title"`
	Address string `json:"address,omitempty"` // "" where the article gives none
	Rows    []Row  `json:"rows"`
}

// Row is one example or claim of an article.
type Row struct {
	ID      string   `json:"id"` // the article's number, a dot, and the row's
	Kind    Kind     `json:"kind"`
	Verdict Verdict  `json:"verdict"`
	Of      []string `json:"of"`              // the runtimes it speaks of: `all`, `node`, `browsers`, or policies
	Holds   []string `json:"holds,omitempty"` // of Some: the policies for which it is right
	Says    Both     `json:"says"`
	Fact    Both     `json:"fact"`

	Scenario string     `json:"scenario,omitempty"` // what shows it, as a path in the project; "": Code shows it, or Unshown says why there is none
	Case     string     `json:"case,omitempty"`     // the case of the scenario in which Orders hold; "": the scenario itself
	Orders   [][]string `json:"orders,omitempty"`   // the logs that the article says are possible, all of them
	Code     string     `json:"code,omitempty"`     // where a scenario cannot ask: a program that shows it, as a path in the project
	Unshown  Reason     `json:"unshown,omitempty"`

	Rules  []string `json:"rules,omitempty"`  // ids of docs/rules.md
	Lesson string   `json:"lesson,omitempty"` // a path in the project
}

// Kind is what a row is of.
type Kind string

// The kinds.
const (
	Example Kind = "example" // code, with what it is said to print
	Claim   Kind = "claim"   // a sentence
)

// Verdict is what is to be thought of a row.
type Verdict string

// The verdicts, in the order in which they are counted.
const (
	Right    Verdict = "right"
	Some     Verdict = "some" // right for the policies of Holds, and wrong for the others
	Wrong    Verdict = "wrong"
	Outdated Verdict = "outdated"
	Opinion  Verdict = "opinion"
)

// Verdicts is all of them.
func Verdicts() []Verdict { return []Verdict{Right, Some, Wrong, Outdated, Opinion} }

// Reason is why a row has no scenario.
type Reason string

// The reasons.
const (
	Words  Reason = "words"  // it is a way of speaking, or about parts: there is no order
	Inside Reason = "inside" // it is about the source code of a runtime
	Absent Reason = "absent" // it was seen on real runtimes, and evsim has no such thing
)

// SpeaksOf reports whether the row is about a policy, which is of Node or of a
// browser.
func (r Row) SpeaksOf(policy string, node bool) bool {
	group := "browsers"
	if node {
		group = "node"
	}
	return slices.Contains(r.Of, "all") || slices.Contains(r.Of, group) || slices.Contains(r.Of, policy)
}

// Count is how many rows of the article have this verdict.
func (a Article) Count(v Verdict) (n int) {
	for _, r := range a.Rows {
		if r.Verdict == v {
			n++
		}
	}
	return n
}

// All is every article, in the order of their sources.
func All() []Article { return slices.Clone(all()) }

var all = sync.OnceValue(func() (out []Article) {
	files, err := fs.Glob(data, "data/*.json")
	if err != nil {
		panic("articles: " + err.Error())
	}
	for _, file := range files {
		text, err := data.ReadFile(file)
		if err != nil {
			panic("articles: " + err.Error())
		}
		var a Article
		in := json.NewDecoder(bytes.NewReader(text))
		in.DisallowUnknownFields()
		if err := in.Decode(&a); err != nil {
			panic("articles: " + file + ": " + err.Error())
		}
		out = append(out, a)
	}
	return out
})

// Named is the article with this id, number, source or title, in either language;
// where there is none, those of which the title contains the name. The case and
// spaces of titles do not count. The id of a row names its article with this row
// alone.
func Named(name string) []Article {
	if a, ok := Lookup(name); ok {
		return []Article{a}
	}
	for _, a := range All() {
		if i := slices.IndexFunc(a.Rows, func(r Row) bool { return r.ID == name }); i >= 0 {
			a.Rows = a.Rows[i : i+1 : i+1]
			return []Article{a}
		}
	}
	plain := func(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), "")) }
	wanted := plain(name)
	titled := func(is func(title, wanted string) bool) []Article {
		return slices.DeleteFunc(All(), func(a Article) bool {
			return wanted == "" || !is(plain(a.Title.En), wanted) && !is(plain(a.Title.Zh), wanted)
		})
	}
	if whole := titled(func(title, wanted string) bool { return title == wanted }); len(whole) > 0 {
		return whole
	}
	return titled(strings.Contains)
}

// Lookup is the article with this id, number or source; ok is false when there
// is none.
func Lookup(name string) (a Article, ok bool) {
	for i, a := range all() {
		if name == a.ID || name == strconv.Itoa(i) || name == a.Source {
			return a, true
		}
	}
	return Article{}, false
}
