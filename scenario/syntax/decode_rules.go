package syntax

import (
	"strings"

	"evsim/clock"
	"evsim/internal/say"
	"evsim/scenario/expect"
)

// ruleFields are the keys of a rule that holds for some policies only.
var ruleFields = []field[ruleText]{
	{name: "rule", form: Form{Kind: FormRule}, doc: "the rule", required: true, read: func(_ *parser, r *ruleText, _, n *node) { r.text = n }},
	{name: "on", form: policiesForm, doc: "the policies under which it must hold", read: func(p *parser, r *ruleText, _, n *node) {
		r.on = p.policyNames(n, p.policies)
	}},
}

type ruleText struct {
	text *node
	on   []string
}

const ruleForms = "a rule is `A before B`, `A adjacent B`, `A never after B`, `A within 5ms of B`, `A never`, `A once`, `A at 5ms`, `eventually A`, " +
	"`A or B`, `exactly one of A, B` or `at most 2 of A..B`; `for each n:` may stand before the first four"

// maxRule bounds a rule, in bytes: its readings are tried one by one.
const maxRule = 2000

func (p *parser) rules(n *node) []expect.Rule {
	if !p.isList(n, "`rules`", "begin each rule with `- `") {
		return nil
	}
	var list []expect.Rule
	for i := range n.kids {
		item := &n.kids[i]
		text := ruleText{text: item}
		if item.kind == nodeMapping {
			text.text = nil
			readFields(p, item, "a rule", ruleFields, &text)
		}
		if text.text != nil {
			list = append(list, p.rule(text.text, text.on))
		}
	}
	return list
}

func (p *parser) rule(n *node, on []string) expect.Rule {
	r := expect.Rule{On: on, Pos: n.pos}
	if n.kind != nodeText {
		p.failAt(n, say.Of("a rule is a text, but this is %s", described(n)), ruleForms)
		return r
	}
	if len(n.text) > maxRule {
		p.failAt(n, "a rule that is too long", ruleForms)
		return r
	}
	words, f := ruleWords(n.text)
	if f == nil {
		r, f = readRule(words)
	}
	if f != nil {
		if p.isCut(n) {
			f = &fault{f.message, cutHint}
		}
		english := f.message.String()
		p.failIn(n, english[1:max(strings.LastIndex(english, "`"), 1)], f.message, f.hint)
	} else {
		for _, line := range r.Lines() {
			p.lineNames = append(p.lineNames, lineName{n, line, r.Hole()})
		}
	}
	r.On, r.Text, r.Pos = on, n.text, n.pos
	return r
}

// ruleWord is a word of a rule. A label in quotes is one word, and never a
// keyword.
type ruleWord struct {
	text   string
	quoted bool
}

// ruleWords takes a rule apart.
func ruleWords(s string) ([]ruleWord, *fault) {
	var words []ruleWord
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimLeft(s, " ") {
		if s[0] != '"' {
			word, rest, _ := strings.Cut(s, " ")
			words, s = append(words, ruleWord{word, false}), rest
			continue
		}
		label, rest, ok := unquoted(s[1:])
		mark := betweenLabels(rest)
		if !ok || rest != "" && rest[0] != ' ' && mark == "" {
			return nil, &fault{"a quoted label does not end", "close it with `\"`; inside, write `\\\"`"}
		}
		words, s = append(words, ruleWord{label, true}), rest
		if mark != "" {
			words, s = append(words, ruleWord{mark, false}), rest[len(mark):]
		}
	}
	return words, nil
}

// betweenLabels is what may stand right behind a quoted label: the dots of `at
// most`, or the comma of `exactly one of`.
func betweenLabels(s string) string {
	for _, mark := range [...]string{"..", ","} {
		if rest, ok := strings.CutPrefix(s, mark); ok && (rest == "" || rest[0] == ' ' || rest[0] == '"') {
			return mark
		}
	}
	return ""
}

// unquoted reads up to the closing quote.
func unquoted(s string) (label, rest string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\\'):
			i++
			b.WriteByte(s[i])
		case s[i] == '"':
			return b.String(), s[i+1:], true
		default:
			b.WriteByte(s[i])
		}
	}
	return "", "", false
}

// readRule finds the one way to read a rule. Labels may have spaces and even
// the words of rules in them, as long as one reading is left.
//
// The older forms come first: only what has no reading as one of them is read as
// one of the others. `for each n:` says itself what it is.
func readRule(words []ruleWord) (expect.Rule, *fault) {
	if isForEach(words) {
		return readForEach(words)
	}
	var readings []expect.Rule
	var broken *fault
	for i := 1; i < len(words); i++ {
		if words[i].quoted {
			continue
		}
		a, aOK := label(words[:i])
		b, bOK := label(words[i+1:])
		last := i == len(words)-1
		switch keyword := words[i].text; {
		case !aOK:
		case keyword == "before" && bOK:
			readings = append(readings, expect.Rule{Kind: expect.Before, A: a, B: b})
		case keyword == "adjacent" && bOK:
			readings = append(readings, expect.Rule{Kind: expect.Adjacent, A: a, B: b})
		case keyword == "never" && last:
			readings = append(readings, expect.Rule{Kind: expect.Never, A: a})
		case keyword == "once" && last:
			readings = append(readings, expect.Rule{Kind: expect.Once, A: a})
		case keyword == "at" && i == len(words)-2:
			if at, f := ruleTime(words[i+1].text); f == nil {
				readings = append(readings, expect.Rule{Kind: expect.At, A: a, At: at})
			} else {
				broken = f
			}
		}
	}
	switch {
	case len(readings) == 1:
		return readings[0], nil
	case len(readings) > 1:
		return expect.Rule{}, &fault{"a rule that can be read in more than one way", pairsHint(words)}
	case broken != nil:
		return expect.Rule{}, broken
	}
	return readFurther(words)
}

func ruleTime(s string) (clock.Span, *fault) {
	at, f := parseSpan(s)
	if f != nil && isRange(s) {
		f = &fault{f.message, "a rule names one time"}
	}
	if f == nil && at < 0 {
		f = &fault{notNegative.message, notNegative.hint}
	}
	return at, f
}

// label is the label that the words make: one in quotes, or some without.
func label(words []ruleWord) (string, bool) {
	if len(words) == 1 {
		return words[0].text, true
	}
	texts := make([]string, len(words))
	for i, w := range words {
		if w.quoted {
			return "", false
		}
		texts[i] = w.text
	}
	return strings.Join(texts, " "), len(words) > 0
}
