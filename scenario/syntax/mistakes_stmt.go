package syntax

import (
	"slices"
	"strings"
	"unicode/utf8"

	"evsim/internal/say"
	"evsim/internal/suggest"
	"evsim/scenario/diagnostic"
	"evsim/scenario/script"
	"evsim/sim"
)

// beside is the statements before and after one in its list; nil: none.
type beside struct {
	before, after *node
	torn, tears   bool // it is torn off the one before, the one after is torn off it
}

// next is what is beside the i-th of a list, when by is beside the one before.
func (by beside) next(list []node, i int) beside {
	to := beside{torn: by.tears}
	if i > 0 {
		to.before = &list[i-1]
	}
	if i+1 < len(list) {
		to.after = &list[i+1]
		to.tears = tornOff(&list[i], to.after)
	}
	return to
}

// tornOff reports whether an item of a list is made of keys that the statement
// before it takes and lacks: they have a dash too much.
func tornOff(before, n *node) bool {
	if before.kind != nodeMapping || n.kind != nodeMapping || len(n.kids) == 0 || len(before.kids) == 0 {
		return false
	}
	verb, ok := verbsByName[before.kids[0].text]
	if !ok {
		return false
	}
	for i := 0; i < len(n.kids); i += 2 {
		key, value := n.kids[i].text, &n.kids[i+1]
		if _, takes := specOf(verb).key(key); !takes || before.get(key) != nil {
			return false
		}
		if _, verbToo := verbsByName[key]; verbToo && (verb != script.VerbTry || value.kind == nodeText) {
			return false // a statement of its own
		}
	}
	return true
}

// torn complains about such an item.
func (p *parser) torn(n, before *node) {
	key, verb := &n.kids[0], &before.kids[0]
	p.failAt(key, say.Of("%s belongs to the %s in line %d", diagnostic.Code(key.text), diagnostic.Code(verb.text), verb.pos.Line),
		say.Of("remove its dash, and indent it %s, as %s", asDeep(verb.pos), diagnostic.Code(verb.text)))
}

// asDeep says how many spaces stand before a place.
func asDeep(pos sim.Pos) say.Text {
	if pos.Col == 2 {
		return "with 1 space"
	}
	return say.Of("with %d spaces", pos.Col-1)
}

// tooDeep complains about keys of the verb that stand deeper than it does, so
// that YAML takes them for its argument.
func (c *call) tooDeep() bool {
	if c.arg.kind != nodeMapping || c.arg.style == StyleFlow || len(c.arg.kids) == 0 || c.spec.arg != argNone && c.spec.arg != argDelay && c.spec.arg != argPriority {
		return false
	}
	for i := 0; i < len(c.arg.kids); i += 2 {
		if _, takes := c.spec.key(c.arg.kids[i].text); !takes {
			return false
		}
	}
	key := &c.arg.kids[0]
	c.failAt(key, say.Of("%s is indented deeper than its verb %s", diagnostic.Code(key.text), diagnostic.Code(c.spec.name)), say.Of("indent it %s, as %s", asDeep(c.key.pos), diagnostic.Code(c.spec.name)))
	c.salvage(c.arg)
	return true
}

// noStatement complains about what is no mapping.
func (p *parser) noStatement(n *node) {
	p.broken = true
	hint := say.Text("such as `log: text`")
	switch n.kind {
	case nodeText:
		hint = statementHint(n.text)
	case nodeList:
		hint = "remove one dash: the statements of a body are one list"
	}
	p.failAt(n, say.Of("a statement is a mapping, but this is %s", described(n)), hint)
}

// statementHint says what statement somebody meant who wrote a text.
func statementHint(text string) say.Text {
	end := strings.IndexFunc(text, func(r rune) bool { return strings.ContainsRune(" (:;=\n", r) || r > '~' })
	if end < 0 {
		end = len(text)
	}
	word, rest := text[:end], text[end:]
	verb, known := verbsByName[suggest.Nearest(word, verbNames())]
	first, size := utf8.DecodeRuneInString(rest)
	switch {
	case strings.HasPrefix(text, "//"):
		return "a comment begins with `#`"
	case known && verb == script.VerbLog && first == '(':
		return say.Of("write %s", diagnostic.Code("log: "+strings.Trim(rest, "()\"'`; ")))
	case known && first == '(' && specOf(verb).takesKey(keyDo):
		return say.Of("this is JavaScript: write %s, and the callback's statements under `do`", diagnostic.Code(verb.String()+":"))
	case known && first == '(':
		return say.Of("this is JavaScript: write %s and its argument", diagnostic.Code(verb.String()+":"))
	case known && rest == "" && strings.EqualFold(verb.String(), word[strings.LastIndexByte(word, '.')+1:]):
		return say.Of("write %s", diagnostic.Code(verb.String()+":"))
	case known && rest == "":
		return say.Of("write %s to log it, or %s", diagnostic.Code("log: "+text), diagnostic.Code(verb.String()+":"))
	case known && (first == ':' || first == '：'):
		return say.Of("write %s, with a space after the colon", diagnostic.Code(verb.String()+": "+strings.TrimSpace(rest[size:])))
	case known && first == ' ':
		return say.Of("write %s", diagnostic.Code(verb.String()+": "+strings.TrimSpace(rest)))
	case verbHints().hintFor(word) != "":
		return verbHints().hintFor(word)
	case strings.ContainsAny(text, "();{}="):
		return "a statement is not JavaScript, but a verb and its argument, such as `log: text`"
	}
	return say.Of("to log it, write %s", diagnostic.Code("log: "+text))
}

// noVerb complains about a statement without a verb: about its first key that
// is not a key of any verb, or its first key.
func (p *parser) noVerb(n *node) {
	if len(n.kids) == 0 {
		p.failAt(n, "a statement without a verb", "such as `log: text`")
		return
	}
	for i := 0; i < len(n.kids); i += 2 {
		if key := &n.kids[i]; !isKeyName(key.text) {
			p.failAt(key, say.Of("%s is not a verb", diagnostic.Code(key.text)), p.verbHint(key.text))
			return
		}
	}
	p.failAt(&n.kids[0], say.Of("a statement without a verb: %s belongs to one", diagnostic.Code(n.kids[0].text)), "write it below its verb, in the same column and without a dash")
}

func isKeyName(s string) bool {
	return slices.ContainsFunc(keyDocs[:], func(k keyDoc) bool { return k.name == s })
}
