// Package say holds what evsim says to people: sentences that are written in
// English where they arise, and can be said in another language where they are
// read.
package say

import (
	"fmt"
	"strconv"
	"strings"
)

// Text is a sentence, or a part of one, for people. A constant is a text as it
// stands. One that speaks of something is made by [Of], which keeps the format
// and what it speaks of apart, so that [Language.Say] can say it in another
// language. Texts are compared with ==, and "" is none.
//
// A Text is never converted to a string: String is the English text.
type Text string

// Format is what a Text is made of: a constant, in the form of package fmt.
type Format string

// String is the format as it stands.
func (f Format) String() string { return string(f) }

// InCode is the label of what a run was at that was ended in the midst of code.
const InCode Text = "a loop or a function"

// mark stands before each part that a format speaks of: a noncharacter, which
// Unicode leaves to a program's own use. Behind it stand the kind of the part,
// its length in bytes, a colon, and the part.
const mark = "\uFDD0"

// Kinds of parts.
const (
	kindWord = 'w' // the same in every language
	kindText = 't' // a Text
	kindBoth = 'b' // a Both: the length of the English, a colon, the English, the Chinese
)

// Of is the text that [fmt.Sprintf] makes. Texts among args, and errors that
// [Errorf] made, are said in the language of the whole. The format has no
// explicit indexes and no `*`; a [Both] among args is said in its own words; args that do not fit show it, as those of fmt do.
func Of(format Format, args ...any) Text {
	verbs := verbsOf(string(format))
	if len(verbs) == 0 && len(args) == 0 {
		return Text(strings.ReplaceAll(string(format), "%%", "%"))
	}
	var b strings.Builder
	b.WriteString(string(format))
	for i := range max(len(verbs), len(args)) {
		kind, part := byte(kindWord), ""
		switch {
		case i >= len(verbs):
			part = fmt.Sprintf("%%!(EXTRA %v)", args[i])
		case i >= len(args):
			part = "%!" + verbs[i] + "(MISSING)"
		default:
			kind, part = partOf(verbs[i], args[i])
		}
		b.WriteString(mark)
		b.WriteByte(kind)
		b.WriteString(strconv.Itoa(len(part)))
		b.WriteByte(':')
		b.WriteString(part)
	}
	return Text(b.String())
}

// partOf is one argument as its verb writes it.
func partOf(verb string, arg any) (kind byte, part string) {
	if verb == "%s" || verb == "%v" || verb == "%w" {
		switch arg := arg.(type) {
		case Text:
			return kindText, string(arg)
		case error:
			return kindText, string(OfError(arg))
		case string:
			return kindWord, arg
		case Both:
			return kindBoth, strconv.Itoa(len(arg.En)) + ":" + arg.En + arg.Zh
		}
	}
	return kindWord, fmt.Sprintf(verb, arg)
}

// Counted is a text about one thing, or the one that a format makes of the number
// of several.
func Counted(one Text, many Format, n int) Text {
	if n == 1 {
		return one
	}
	return Of(many, n)
}

// Word is a text that is the same in every language, such as a name.
func Word(s string) Text { return Of("%s", s) }

// Join is texts with another between them.
func Join(texts []Text, between Text) Text {
	var all Text
	for i, t := range texts {
		if i == 0 {
			all = t
		} else {
			all = Of("%s%s%s", all, between, t)
		}
	}
	return all
}

// String is the text in English.
func (t Text) String() string { return (*Language)(nil).Say(t) }

// MarshalText is the text in English: what programs read has no other.
func (t Text) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// Format is what the text was made of.
func (t Text) Format() string {
	format, _, _ := strings.Cut(string(t), mark)
	return format
}

// part is what one verb of a format stands for.
type part struct {
	kind byte
	text string
}

// parts are what the verbs of the format stand for; nil: the text is a
// constant. Linear time.
func (t Text) parts() (list []part) {
	_, rest, made := strings.Cut(string(t), mark)
	for made {
		length, after, _ := strings.Cut(rest[1:], ":")
		n, err := strconv.Atoi(length)
		if err != nil || n > len(after) {
			panic("say: a Text that neither Of nor a constant made")
		}
		list = append(list, part{rest[0], after[:n]})
		rest, made = strings.CutPrefix(after[n:], mark)
	}
	return list
}

// filled writes parts in the places that a format has for them. Linear time.
func (l *Language) filled(format string, parts []part) string {
	var b strings.Builder
	at := 0
	for _, p := range piecesOf(format) {
		b.WriteString(p.text)
		if p.verb == "" {
			continue
		}
		if p.index > 0 {
			at = p.index - 1
		}
		if at < len(parts) {
			b.WriteString(l.part(parts[at]))
		}
		at++
	}
	for ; at < len(parts); at++ { // what did not fit into the format
		if strings.HasPrefix(parts[at].text, "%!(EXTRA") {
			b.WriteString(parts[at].text)
		}
	}
	return b.String()
}

func (l *Language) part(p part) string {
	switch p.kind {
	case kindText:
		return l.Say(Text(p.text))
	case kindBoth:
		return l.of(p.text)
	}
	return p.text
}
