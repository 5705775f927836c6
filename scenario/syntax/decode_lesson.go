package syntax

import (
	"evsim/internal/say"
	"evsim/scenario/script"
)

// reader reads one text.
type reader func(p *parser, n *node, what say.Text) string

// spokenFields are the languages of a text.
func spokenFields(kind FormKind, read reader) []field[script.Spoken] {
	in := func(name string, doc say.Text, at func(*script.Spoken) *string) field[script.Spoken] {
		return field[script.Spoken]{name: name, form: Form{Kind: kind}, doc: doc, read: func(p *parser, s *script.Spoken, _, n *node) {
			*at(s) = read(p, n, say.Of("`%s`", name))
		}}
	}
	return []field[script.Spoken]{
		in("en", "the text in English", func(s *script.Spoken) *string { return &s.En }),
		in("zh", "the text in Chinese", func(s *script.Spoken) *string { return &s.Zh }),
	}
}

// spokenForm is a text, or a mapping from languages to it.
func spokenForm(kind FormKind) Form {
	languages := mappingForm(spokenFields(kind, (*parser).prose))
	languages.Least = 1
	return Form{Kind: FormEither, Either: []Form{{Kind: kind}, languages}}
}

// spoken reads a text that may be given by language.
func (p *parser) spoken(n *node, what say.Text, kind FormKind, read reader) script.Spoken {
	s := script.Spoken{Pos: n.pos}
	if n.kind != nodeMapping {
		s.En = read(p, n, what)
		s.Zh = s.En
		return s
	}
	if readFields(p, n, what, spokenFields(kind, read), &s) && len(n.kids) == 0 {
		p.failAt(n, say.Of("%s has no text in any language", what), "such as `{en: text, zh: 文字}`")
	}
	return s
}

// prose reads a text of any length.
func (p *parser) prose(n *node, what say.Text) string {
	text, _ := p.text(n, what)
	return text
}

// lessonFields are the keys of `lesson`.
var lessonFields = []field[script.Lesson]{
	{name: "hints", form: listForm(spokenForm(FormText)), doc: "hints, shown one at a time", read: func(p *parser, l *script.Lesson, _, n *node) {
		l.Hints = p.spokenList(n, "`hints`", "a hint")
	}},
	{name: "answer", form: spokenForm(FormText), doc: "the answer in words; the order itself needs none", read: func(p *parser, l *script.Lesson, _, n *node) {
		l.Answer = p.spoken(n, "`answer`", FormText, (*parser).prose)
	}},
	{name: "then", form: listForm(spokenForm(FormText)), doc: "further questions, shown after the solution", read: func(p *parser, l *script.Lesson, _, n *node) {
		l.Then = p.spokenList(n, "`then`", "a question")
	}},
}

func (p *parser) spokenList(n *node, what, each say.Text) (all []script.Spoken) {
	if !p.isList(n, what, "such as `[a text, another]`") {
		return nil
	}
	for i := range n.kids {
		all = append(all, p.spoken(&n.kids[i], each, FormText, (*parser).prose))
	}
	return all
}

func (p *parser) lesson(s *script.Tree, key, n *node) {
	s.Lesson = &script.Lesson{Pos: key.pos}
	readFields(p, n, "`lesson`", lessonFields, s.Lesson)
}
