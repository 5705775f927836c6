package syntax

import (
	"strings"
	"unicode/utf8"

	"evsim/internal/say"
	"evsim/scenario/diagnostic"
	"evsim/sim"
)

// What the YAML library gives up on is often one line below the mistake. This
// file looks at the lines around for the mistakes that people make most.

// advice is a better place and better words for a syntax error.
type advice struct {
	pos           sim.Pos
	width         int
	message, hint say.Text
}

// advise looks for the mistake behind a syntax error that was found at a
// place, and knows what the library said of it.
func (p *parser) advise(begins string, pos sim.Pos) (advice, bool) {
	if p.isJavaScript() {
		at := sim.Pos{Line: 1, Col: 1}
		return advice{at, utf8.RuneCountInString(p.line1(1)), say.Of("a scenario is a mapping, but this is %s", diagnostic.Code(strings.TrimSpace(p.line1(1)))), javaScriptHint}, true
	}
	line := p.yamlLineAt(int(pos.Line))
	switch begins {
	case "mapping values are not allowed":
		return p.adviseColon(line, pos)
	case "did not find expected key", "did not find expected '-'", "block sequence entries are not allowed":
		if text := p.textOf(line.number); pos.Col > text.Col && begins[0] == 'd' {
			return p.adviseRest(line, pos)
		}
		return p.adviseLine(line, begins)
	}
	return advice{}, false
}

const javaScriptHint = "this is JavaScript, and a scenario is a YAML file: `evsim init` writes a first one"

// isJavaScript reports whether the file is a script and no scenario.
func (p *parser) isJavaScript() bool {
	for _, begins := range []string{"evsim:", "script:", "name:", "{"} {
		if strings.HasPrefix(p.src, begins) || strings.Contains(p.src, "\n"+begins) {
			return false
		}
	}
	for _, word := range []string{"console.log(", "setTimeout(", "setImmediate(", "nextTick(", "=> {", "function ", "require("} {
		if strings.Contains(p.src, word) {
			return true
		}
	}
	return false
}

// yamlLine is a line of the file, taken apart.
type yamlLine struct {
	number int
	dash   int    // the column of its last dash; 0: none
	col    int    // the column of its text behind the dashes
	text   string // from there on
	key    string // in front of a colon; "" when there is none
	value  string // behind it
	keyed  bool
}

func (p *parser) yamlLineAt(number int) yamlLine {
	all := p.line1(number)
	rest := strings.TrimLeft(all, " ")
	l := yamlLine{number: number, col: len(all) - len(rest) + 1}
	for strings.HasPrefix(rest, "- ") {
		after := strings.TrimLeft(rest[2:], " ")
		l.dash, l.col = l.col, l.col+len(rest)-len(after)
		rest = after
	}
	l.text = strings.TrimRight(rest, " ")
	if l.key, l.value, l.keyed = strings.Cut(l.text, ": "); !l.keyed {
		l.key, l.keyed = strings.CutSuffix(l.text, ":")
	}
	if !l.keyed {
		l.key = ""
	}
	return l
}

// above is the line above that is not blank and no comment.
func (p *parser) above(l yamlLine) (yamlLine, bool) {
	for n := l.number - 1; n > 0; n-- {
		if !isBlankLine(p.line1(n)) {
			return p.yamlLineAt(n), true
		}
	}
	return yamlLine{}, false
}

func (l yamlLine) pos() sim.Pos { return sim.Pos{Line: int32(l.number), Col: int32(l.col)} }

// adviseColon is for a colon that makes a key where none can stand.
func (p *parser) adviseColon(l yamlLine, pos sim.Pos) (advice, bool) {
	if int(pos.Col) > l.col+utf8.RuneCountInString(l.key) {
		return p.adviseSecondColon(l, pos), true
	}
	above, ok := p.above(l)
	switch {
	case !ok:
		return advice{}, false
	case !above.keyed:
		return advice{above.pos(), utf8.RuneCountInString(above.text), say.Of("%s has no `:`, and the line below belongs to it", diagnostic.Code(above.text)), colonHint(above.text)}, true
	case l.dash > 0 && l.dash > above.col:
		return advice{sim.Pos{Line: int32(l.number), Col: int32(l.dash)}, 1, say.Of("a list below %s, which has a value already", diagnostic.Code(above.text)), "the statements of a callback stand under `do:`"}, true
	case l.dash == 0 && l.col > above.col:
		return advice{l.pos(), utf8.RuneCountInString(l.key), say.Of("%s is indented deeper than %s in line %d", diagnostic.Code(l.key), diagnostic.Code(above.key), above.number), say.Of("indent it %s, as %s", asDeep(above.pos()), diagnostic.Code(above.key))}, true
	}
	return advice{}, false
}

// adviseSecondColon is for a line with two colons.
func (p *parser) adviseSecondColon(l yamlLine, pos sim.Pos) advice {
	before := l.value[:min(max(int(pos.Col)-l.col-len(l.key)-2, 0), len(l.value))]
	if i := strings.LastIndex(before, ", "); i >= 0 && isKeyName(before[i+2:]) {
		return advice{pos, 1, "a second key in one line", say.Of("write %s on a line of its own, %s in front", diagnostic.Code(before[i+2:]), asDeep(l.pos()))}
	}
	quoted := `"` + l.value + `"`
	if strings.ContainsAny(l.value, `"\`) {
		quoted = "'" + strings.ReplaceAll(l.value, "'", "''") + "'"
	}
	return advice{pos, 1, "a `: ` inside a text", say.Of("put the text in quotes: %s", diagnostic.Code(l.key+": "+quoted))}
}

// colonHint says how to write a line that lacks its colon.
func colonHint(text string) say.Text {
	if hint := statementHint(text); strings.HasPrefix(hint.String(), "write `") {
		return hint
	}
	return "a key and its value are `key: value`"
}

// adviseRest is for what stands behind the end of a value.
func (p *parser) adviseRest(l yamlLine, pos sim.Pos) (advice, bool) {
	text := []rune(p.line1(l.number))
	at := int(pos.Col) - 1
	if at >= len(text) {
		return advice{}, false
	}
	switch before := strings.TrimRight(string(text[:at]), " "); {
	case text[at] == ']' || text[at] == '}':
		return advice{pos, 1, say.Of("a %s that closes nothing", diagnostic.Code(string(text[at]))), "remove it; a text that ends in it needs quotes"}, true
	case strings.HasSuffix(before, "'"):
		return advice{pos, 1, "text after a closing quote", "inside single quotes a quote is written twice, `''`; or put all of the text in double quotes"}, true
	case strings.HasSuffix(before, `"`):
		return advice{pos, 1, "text after a closing quote", "inside double quotes a quote is written `\\\"`; or put all of the text in single quotes"}, true
	}
	return advice{}, false
}

// adviseLine is for a line that does not go on with what stands around it.
func (p *parser) adviseLine(l yamlLine, begins string) (advice, bool) {
	above, ok := p.above(l)
	if !ok {
		return advice{}, false
	}
	if l.dash > 0 {
		at := advice{pos: sim.Pos{Line: int32(l.number), Col: int32(p.textOf(l.number).Col)}, width: 1}
		verb, known := verbsByName[above.key]
		switch {
		case known && int(at.pos.Col) >= above.col && specOf(verb).takesKey(keyDo):
			at.message, at.hint = say.Of("a list in the place of a key of %s", diagnostic.Code(above.key)), "write `do:` above it: the statements of a callback stand under `do`"
		case above.dash > 0:
			dash := p.textOf(above.number)
			at.message, at.hint = say.Of("this dash is not aligned with the one in line %v", above.number), say.Of("all dashes of a list stand in one column, here %s in front", asDeep(dash))
		default:
			return advice{}, false
		}
		return at, true
	}
	if begins != "did not find expected '-'" || !l.keyed {
		return advice{}, false
	}
	at := advice{pos: l.pos(), width: utf8.RuneCountInString(l.key)}
	_, verb := verbsByName[l.key]
	switch {
	case isKeyName(l.key):
		verb := p.verbAbove(l)
		if _, takes := specOf(verbsByName[verb.key]).key(l.key); !takes {
			return advice{}, false
		}
		at.message, at.hint = say.Of("%s is not aligned with its verb %s", diagnostic.Code(l.key), diagnostic.Code(verb.key)), say.Of("indent it %s, as %s", asDeep(verb.pos()), diagnostic.Code(verb.key))
	case verb:
		at.message, at.hint = say.Of("%s has no dash", diagnostic.Code(l.key)), say.Of("write %s", diagnostic.Code("- "+l.text))
	default:
		return advice{}, false
	}
	return at, true
}

// verbAbove is the nearest line above that begins with a dash left of the line
// or in its column.
func (p *parser) verbAbove(l yamlLine) yamlLine {
	at, ok := p.above(l)
	for ok && (at.dash == 0 || at.dash > l.col) {
		at, ok = p.above(at)
	}
	return at
}
