package layout

import (
	"strings"
	"unicode"

	"evsim/scenario/syntax"
)

func quoted(p *syntax.Piece) bool {
	return p.Style == syntax.StyleDouble || p.Style == syntax.StyleSingle
}

// quotedLen is the length of the text in quotes that s begins with.
func quotedLen(s string) int {
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\' && s[0] == '"':
			i++
		case s[i] == s[0] && s[0] == '\'' && i+1 < len(s) && s[i+1] == '\'':
			i++
		case s[i] == s[0]:
			return i + 1
		}
	}
	return len(s)
}

// plainLen is the length of the plain text that s begins with, whose value is
// known. A line break stands for a blank, and more of them for one less.
func plainLen(s, value string) int {
	j := 0
	for i := 0; i < len(value) && j < len(s); {
		gap := len(s[j:]) - len(strings.TrimLeft(s[j:], " \t\n"))
		breaks := strings.Count(s[j:j+gap], "\n")
		if breaks == 0 {
			i, j = i+1, j+1
			continue
		}
		i, j = i+max(1, breaks-1), j+gap
	}
	return j
}

// block is a block scalar.
type block struct {
	len     int
	indent  int    // how deep its lines stand; 0 when it has none
	comment string // behind its head
}

// readBlock reads the block scalar that s begins with. What is around it stands
// at the given indentation, or -1.
func readBlock(s string, around int) block {
	b := block{len: lineLen(s)}
	head, comment, commented := strings.Cut(s[:b.len], "#")
	if commented {
		b.comment = strings.TrimRight("#"+comment, " \t")
	}
	if i := strings.IndexAny(head, "123456789"); i >= 0 {
		b.indent = max(around, 0) + int(head[i]-'0')
	}
	for at := b.len + 1; at < len(s); {
		line := s[at : at+lineLen(s[at:])]
		blanks := len(line) - len(strings.TrimLeft(line, " "))
		if b.indent == 0 && blanks > around && blanks < len(line) {
			b.indent = blanks
		}
		switch {
		case blanks < len(line) && (b.indent == 0 || blanks < b.indent):
			return b
		case blanks < len(line) || b.indent > 0 && blanks > b.indent || strings.Contains(head, "+"):
			b.len = at + len(line)
		}
		at += len(line) + 1
	}
	return b
}

// text is a scalar of one line in the canonical form.
func text(t *token, inFlow bool) string {
	if !quoted(t.scalar) || strings.Contains(t.raw, "\n") {
		return t.raw
	}
	value := t.scalar.Text
	switch {
	case needsNoQuotes(value, inFlow):
		return value
	case t.raw[0] == '\'' && !strings.ContainsAny(value, `"\`) && printable(value):
		return `"` + value + `"`
	}
	return t.raw
}

// needsNoQuotes reports whether a text means itself without quotes, for readers
// of YAML 1.1 and 1.2 alike. It says no where a reader would have to think.
func needsNoQuotes(s string, inFlow bool) bool {
	if s == "" || s != strings.TrimSpace(s) || !printable(s) || strings.ContainsAny(s, ":#\"\\") {
		return false
	}
	if inFlow && strings.ContainsAny(s, ",[]{}") {
		return false
	}
	return strings.IndexByte("-+0123456789?,[]{}&*!|>'\"%@`=<.~", s[0]) < 0 && !otherThanText(s)
}

func printable(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

// otherThanText reports whether some reader of YAML takes the word for a truth
// value, null or a number.
func otherThanText(s string) bool {
	switch strings.ToLower(s) {
	case "y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "infinity":
		return true
	}
	return false
}
