// Package docs is the documents that the program quotes.
package docs

import (
	"embed"
	"slices"
	"strings"
	"sync"
)

//go:embed rules.md
var rules string

//go:embed rules.zh-CN.md
var chineseRules string

// Lessons is the exercises of the course: lessons/*.yaml.
//
//go:embed lessons/*.yaml
var Lessons embed.FS

// Rule is a row of rules.md.
type Rule struct {
	ID     string
	Says   string // one sentence, in Markdown
	Source string // where it is written down
	Holds  string // the policies that follow it, as the document names them

	cell string // the source with its places in brackets
}

// Rules is every rule of order, in the document's order.
func Rules() []Rule { return slices.Clone(parsed()) }

// parsed is the rules of the document, which is read when they are first asked for.
var parsed = sync.OnceValue(func() (out []Rule) {
	for line := range strings.Lines(rules) {
		cells := strings.Split(strings.Trim(line, "| \n"), " | ")
		if strings.HasPrefix(line, "| `") && len(cells) == 4 {
			out = append(out, Rule{strings.Trim(cells[0], "`"), cells[1], plain(cells[2]), cells[3], cells[2]})
		}
	}
	return out
})

// Chinese is what each rule says in Chinese, by its id.
func Chinese() map[string]string {
	says := make(map[string]string, 256)
	for line := range strings.Lines(chineseRules) {
		cells := strings.Split(strings.Trim(line, "| \n"), " | ")
		if strings.HasPrefix(line, "| `") && len(cells) == 2 {
			says[strings.Trim(cells[0], "`")] = cells[1]
		}
	}
	return says
}

// Lookup is the rule with an id; ok is false when there is none.
func Lookup(id string) (rule Rule, ok bool) {
	i := slices.IndexFunc(parsed(), func(r Rule) bool { return r.ID == id })
	if i < 0 {
		return Rule{}, false
	}
	return parsed()[i], true
}

// For reports whether the rule holds for a policy of Node, or of a browser.
func (r Rule) For(policy string, browser bool) bool {
	words := strings.FieldsFunc(r.Holds, func(c rune) bool { return strings.ContainsRune(" ,:;", c) })
	return slices.Contains(words, policy) || slices.Contains(words, "all") ||
		!browser && slices.Contains(words, "Node") || browser && slices.Contains(words, "browsers")
}

// Question reports whether the row is not a rule but a question that a rule
// leaves open.
func (r Rule) Question() bool { return !strings.Contains(r.ID, ".") }
