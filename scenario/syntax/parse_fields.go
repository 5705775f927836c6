package syntax

import (
	"slices"
	"strings"

	"evsim/internal/escape"
	"evsim/internal/say"
	"evsim/internal/suggest"
	"evsim/scenario/diagnostic"
)

// field is a key of a mapping: what may stand behind it, what it is for, and
// what reads it into a T.
type field[T any] struct {
	name     string
	form     Form
	doc      say.Text
	required bool
	read     func(p *parser, to *T, key, value *node)
}

// readFields reads a mapping by its table of keys. Keys that are not in it are
// errors, and so are required ones that are missing. It reports whether there
// were none of either.
func readFields[T any](p *parser, n *node, what say.Text, fields []field[T], to *T) bool {
	if !p.isMapping(n, what) {
		return false
	}
	meant := make(map[string]bool) // by misspelt keys
	for i := 0; i < len(n.kids); i += 2 {
		key, value := &n.kids[i], &n.kids[i+1]
		if f := slices.IndexFunc(fields, func(f field[T]) bool { return f.name == key.text }); f >= 0 {
			fields[f].read(p, to, key, value)
		} else {
			known := fieldNames(fields)
			hint := p.fieldHint(what, key, known)
			meant[suggest.Nearest(key.text, known)] = true
			for _, f := range fields {
				meant[f.name] = meant[f.name] || strings.HasSuffix(hint.String(), "write "+diagnostic.Code(f.name)) || strings.HasSuffix(hint.String(), "under "+diagnostic.Code(f.name))
			}
			p.failAt(key, say.Of("%s is not a key of %s", diagnostic.Code(key.text), what), hint)
		}
	}
	missing := slices.DeleteFunc(slices.Clone(fields), func(f field[T]) bool { return !f.required || n.get(f.name) != nil || meant[f.name] })
	if len(missing) > 0 {
		p.failAt(n, say.Of("%s needs %s", what, listed(fieldNames(missing), "and")), neededHints[missing[0].name])
	}
	return len(missing) == 0 && len(meant) == 0
}

// mappingHints say how to write a mapping where something else stands.
var mappingHints = map[say.Text]say.Text{
	"an expectation":   "such as `log: [first, second]`",
	"a function":       "its statements stand under `do`",
	"`functions`":      "such as `name: {do: {log: text}}`, without a dash",
	"a case":           "such as `{name: a late start, clock: {startup: 2ms}}`",
	"what a user does": "such as `{at: 10ms, click: button}`",
	"a step":           "such as `{at: 10ms, by: -5ms}`",
	"`lesson`":         "such as `{hints: [look at the queues], then: [what if both wait?]}`",
	"`files`":          "such as `a.txt: {latency: 2ms}`",
	"`network`":        "such as `/data: {latency: 2ms}`",
}

// neededHints say how to write what is missing first.
var neededHints = map[string]say.Text{
	"evsim":  "a scenario begins with `evsim: 1`",
	"name":   "such as `name: what it shows`",
	"script": "such as `script: [{log: text}]`",
	"do":     "its statements stand under `do`",
	"rule":   "such as `rule: a before b`",
	"at":     "such as `at: 10ms`",
	"by":     "such as `by: -5ms`",
}

func fieldNames[T any](fields []field[T]) []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.name
	}
	return names
}

// get is the value of a key, or nil.
func (n *node) get(key string) *node {
	for i := 0; i+1 < len(n.kids); i += 2 {
		if n.kids[i].text == key {
			return &n.kids[i+1]
		}
	}
	return nil
}

func (p *parser) isMapping(n *node, what say.Text) bool {
	if n.kind != nodeMapping {
		p.failAt(n, say.Of("%s is a mapping, but this is %s", what, described(n)), mappingHints[what])
	}
	return n.kind == nodeMapping
}

func (p *parser) isList(n *node, what, hint say.Text) bool {
	if n.kind != nodeList {
		p.failAt(n, say.Of("%s is a list, but this is %s", what, described(n)), hint)
	}
	return n.kind == nodeList
}

// described names what a node is, for messages.
func described(n *node) say.Text {
	switch n.kind {
	case nodeText:
		return say.Word(diagnostic.Code(n.text))
	case nodeList:
		return "a list"
	case nodeMapping:
		return "a mapping"
	}
	return "nothing"
}

// text reads a text of one line or more. What is asked for is named in the
// message.
func (p *parser) text(n *node, what say.Text) (string, bool) {
	if n.kind != nodeText {
		p.failAt(n, say.Of("%s is a text, but this is %s", what, described(n)), p.textHint(n))
	}
	return n.text, n.kind == nodeText
}

// textHint helps who wrote what YAML takes for something else than a text.
func (p *parser) textHint(n *node) say.Text {
	switch {
	case n.kind == nodeNull && isNullWord(n.text):
		return say.Of("put `%s` in quotes to mean the text", n.text)
	case n.kind == nodeNull && n.style == StyleNone && strings.Contains(p.from(n.pos), " #"):
		return "`#` after a space begins a comment: put the text in quotes"
	case n.kind == nodeList && n.style == StyleFlow, n.kind == nodeMapping && n.style == StyleFlow:
		return "a text that begins with `[` or `{` needs quotes"
	case n.kind == nodeList:
		return "write one text here: a list holds several"
	}
	return ""
}

func isNullWord(s string) bool { return s == "~" || s == "null" || s == "Null" || s == "NULL" }

// line reads a text without line breaks.
func (p *parser) line(n *node, what say.Text) (string, bool) {
	text, ok := p.text(n, what)
	if ok && hasBreak(text) {
		p.failAt(n, say.Of("%s is one line, and this has several", what), "write each line as a text of its own")
		return text, false
	}
	return text, ok
}

func hasBreak(s string) bool {
	for i := range len(s) {
		if s[i] == '\n' || s[i] == '\r' {
			return true
		}
	}
	return false
}

// name reads the name of something: one word.
func (p *parser) name(n *node, what say.Text) (string, bool) {
	text, ok := p.text(n, what)
	if ok && !isName(text) {
		p.failAt(n, say.Of("%s is not a name", diagnostic.Code(text)), "a name has no spaces and none of `$ { }`")
		return text, false
	}
	return text, ok
}

func isName(s string) bool {
	return s != "" && !strings.ContainsFunc(s, OutsideName)
}

// OutsideName reports whether no name has r: spaces, what marks a hole, and what
// could be taken for another character or for none.
func OutsideName(r rune) bool {
	return r <= ' ' || r == '$' || r == '{' || r == '}' || escape.Control(r)
}

// plainText reads the raw text of a number or truth value. Quotes make a text
// of it, which is neither.
func (p *parser) plainText(n *node, what say.Text) (string, bool) {
	switch {
	case n.kind != nodeText:
		p.failAt(n, say.Of("expected %s, but this is %s", what, described(n)), "")
		return "", false
	case !n.plain:
		p.failAt(n, say.Of("expected %s, but this is a text", what), "write it without quotes")
		return "", false
	}
	return n.text, true
}

// integer reads an integer from low to high.
func (p *parser) integer(n *node, low, high int64) (int64, bool) {
	text, ok := p.plainText(n, "an integer")
	if !ok {
		return 0, false
	}
	i, f := parseInt(text)
	if f == nil {
		f = outside(i, low, high)
	}
	if f != nil {
		p.fault(n, f)
	}
	return i, f == nil
}

// truth reads true or false.
func (p *parser) truth(n *node) (value, ok bool) {
	text, ok := p.plainText(n, "`true` or `false`")
	if !ok {
		return false, false
	}
	value, f := parseBool(text)
	if f != nil {
		p.fault(n, f)
	}
	return value, f == nil
}
