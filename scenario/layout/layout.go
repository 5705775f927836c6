// Package layout writes scenario files in one form: two spaces a level, one
// space where one is wanted, quotes where they are needed. Line breaks, blank
// lines and comments are the author's and stay. docs/scenario.md describes the
// form.
package layout

import (
	"slices"
	"strings"

	"evsim/internal/say"
	"evsim/scenario/diagnostic"
	"evsim/scenario/syntax"
	"evsim/sim"
)

// Source is a file in the canonical form. The text is nil when the file is no
// YAML that the language takes, or has in it what the form does not; the
// Diagnostics say what and where. What the file means stays the same, and every
// comment stands where it stood.
func Source(file string, src []byte) ([]byte, diagnostic.List) {
	text := unixLines(string(src))
	root, diags := syntax.Pieces(file, []byte(text))
	if root == nil {
		return nil, diags
	}
	out, fault := rewrite(file, text, root)
	if fault == nil {
		return []byte(out), nil
	}
	return nil, diagnostic.List{{File: file, Pos: placeOf(text, fault.at), Width: 1, Message: fault.message, Hint: fault.hint}}
}

// rewrite is the text in the canonical form.
func rewrite(file, text string, root *syntax.Piece) (string, *stumble) {
	if root.Kind != syntax.PieceMapping {
		return "", &stumble{message: "a scenario is a mapping", hint: "it begins with `evsim: 1`"}
	}
	tokens, fault := scan(text, root)
	if fault != nil {
		return "", fault
	}
	p := printer{tokens: tokens}
	p.document(root)
	if out := p.out.String(); same(file, out, root, tokens) {
		return out, nil
	}
	return "", &stumble{message: "the file cannot be formatted without changing its meaning", hint: "this is a bug in evsim: the file was not changed"}
}

// unixLines is a text with newlines alone as line ends, and without the mark
// that some editors put before everything.
func unixLines(s string) string {
	s = strings.TrimPrefix(s, "\ufeff")
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}

// stumble is why a file is left as it is.
type stumble struct {
	at            int // offset
	message, hint say.Text
}

func placeOf(text string, offset int) sim.Pos {
	before := text[:offset]
	line := strings.Count(before, "\n")
	column := []rune(before[strings.LastIndexByte(before, '\n')+1:])
	return sim.Pos{Line: int32(line) + 1, Col: int32(len(column)) + 1}
}

// same reports whether the formatted text says what the file says, and has its
// comments. It is the last word: nothing is written that does not pass.
func same(file, out string, root *syntax.Piece, before []token) bool {
	again, _ := syntax.Pieces(file, []byte(out))
	if again == nil || !equal(root, again) {
		return false
	}
	after, fault := scan(out, again)
	return fault == nil && slices.Equal(comments(before), comments(after))
}

func equal(a, b *syntax.Piece) bool {
	if a.Kind != b.Kind || a.Text != b.Text || len(a.Kids) != len(b.Kids) || quoted(b) && !quoted(a) {
		return false
	}
	for i := range a.Kids {
		if !equal(&a.Kids[i], &b.Kids[i]) {
			return false
		}
	}
	return true
}

func comments(tokens []token) []string {
	var list []string
	for _, t := range tokens {
		if t.comment != "" {
			list = append(list, t.comment)
		}
	}
	return list
}
