// Package schema is the language of scenarios as a JSON Schema, from which
// editors complete and check scenario files and explain the word under the
// pointer. It is made from the tables that the parser reads files by.
package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"

	"evsim/internal/say"
	"evsim/scenario/syntax"
)

// Text is the schema of a language, with descriptions as a reader wants them (nil:
// English): JSON, two spaces a level, with a newline at the end. It is written in draft 7, the newest that all releases of the
// YAML language server understand, and needs nothing that came later.
func Text(l syntax.Language, reader *say.Language) ([]byte, error) {
	text, err := marshal(root(l, reader))
	if err != nil {
		return nil, fmt.Errorf("write the schema: %w", err)
	}
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		return nil, fmt.Errorf("indent the schema: %w", err)
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

func root(l syntax.Language, reader *say.Language) *node {
	w := &writer{Language: l, reader: reader}
	file := w.form(l.File)
	file.Schema = "http://json-schema.org/draft-07/schema#"
	file.Title = w.say(say.Of("An evsim scenario, version %d", l.Version))
	file.Definitions = members{
		{"text", w.scalar("", "a text, as it is written")},
		{"line", w.scalar(linePattern, "a text of one line")},
		{"title", &node{Type: scalars, Pattern: linePattern, MinLength: 1, Description: w.say("a text of one line that is not empty")}},
		{"holes", w.scalar(holesPattern, "a text of one line; holes are `${now}`, `${n}`, `${error}`, `${frame}`, `${args}`, `${mark}` and `${timer.hasRef}`, and `$${` is the text `${`")},
		{"name", w.scalar(namePattern(), "a name: one word without `$`, `{` and `}`")},
		{"given", w.given()},
		{"policy", w.policy()},
		{"rule", &node{Type: "string", Pattern: rulePattern, MaxLength: 2000, Description: w.say(ruleForms), PatternError: w.say(ruleForms)}},
		{"body", &node{Description: w.say("one statement, or a list of statements"), If: &node{Type: "array"},
			Then: &node{Items: ref("statement")}, Else: ref("statement")}},
		{"statement", w.statement()},
	}
	file.Definitions = append(file.Definitions, w.times...)
	return file
}

const ruleForms say.Text = "a rule is `A before B`, `A adjacent B`, `A never`, `A never after B`, `A once`, `A at 5ms`, `A within 5ms of B`, `eventually A`, `A or B`, `exactly one of A, B`, `at most 2 of A..B`, or `for each n:` and a rule with `${n}`"

// scalars are the types that YAML gives to what the language takes for text.
var scalars = []string{"string", "number", "boolean"}

// writer makes schemas out of forms.
type writer struct {
	syntax.Language
	reader *say.Language
	times  members // the definitions of lengths of time that were needed
}

func (w *writer) say(t say.Text) string { return w.reader.Say(t) }

func (w *writer) scalar(pattern string, description say.Text) *node {
	return &node{Type: scalars, Pattern: pattern, Description: w.say(description)}
}

// form is the schema of a form.
func (w *writer) form(f syntax.Form) *node {
	n := w.whole(f)
	if !f.Optional {
		return n
	}
	if f.Kind == syntax.FormNothing {
		return &node{Type: "null"}
	}
	return &node{AnyOf: []*node{n, {Type: "null"}}}
}

// named are the forms that stand under definitions.
var named = map[syntax.FormKind]string{
	syntax.FormText: "text", syntax.FormLine: "line", syntax.FormTitle: "title", syntax.FormHoles: "holes",
	syntax.FormBody: "body", syntax.FormGiven: "given", syntax.FormPolicy: "policy",
	syntax.FormRule: "rule",
}

func (w *writer) whole(f syntax.Form) *node {
	if name, ok := named[f.Kind]; ok {
		return ref(name)
	}
	switch f.Kind {
	case syntax.FormFile:
		return &node{Type: "string", Pattern: syntax.CodeFile().String()}
	case syntax.FormNothing:
		return &node{Type: "null"}
	case syntax.FormName:
		return w.name(f.Words)
	case syntax.FormPromise:
		return &node{AnyOf: []*node{{Enum: words([]string{"resolved", "rejected"})}, ref("name")}}
	case syntax.FormWord:
		return &node{Enum: words(f.Words)}
	case syntax.FormNeed:
		return &node{Enum: words(w.Needs)}
	case syntax.FormInteger:
		return integer(f.Low, f.High)
	case syntax.FormTruth:
		return &node{Type: "boolean"}
	case syntax.FormDuration, syntax.FormRange:
		return w.time(f)
	case syntax.FormDelay:
		return w.delay(f)
	case syntax.FormInput:
		return w.input(f)
	}
	return w.compound(f)
}

// compound is the schema of a form that holds others.
func (w *writer) compound(f syntax.Form) *node {
	switch f.Kind {
	case syntax.FormList:
		return &node{Type: "array", Items: w.form(*f.Each), MinItems: f.Least, Unique: f.Distinct}
	case syntax.FormMapping:
		return w.mapping(f)
	case syntax.FormNamed:
		return &node{Type: "object", Names: text(namePattern()), Others: w.form(*f.Each)}
	case syntax.FormKeyed:
		return &node{Type: "object", Others: w.form(*f.Each)}
	case syntax.FormEither:
		n := &node{}
		for _, form := range f.Either {
			n.AnyOf = append(n.AnyOf, w.form(form))
		}
		return n
	}
	panic(fmt.Sprintf("schema: a form of kind %d that nothing writes", f.Kind))
}

// mapping is an object with the keys of a form and no others.
func (w *writer) mapping(f syntax.Form) *node {
	n := &node{Type: "object", Others: never, Properties: w.properties(f.Keys), Least: f.Least}
	for _, key := range f.Keys {
		if key.Required {
			n.Required = append(n.Required, key.Name)
		}
	}
	if len(f.One) == 0 {
		return n
	}
	for _, key := range f.One {
		n.OneOf = append(n.OneOf, needs(key))
	}
	if f.Alone != nil {
		alone := &node{}
		for _, key := range f.Alone {
			alone = orElse(alone, needs(key))
		}
		for _, key := range f.One {
			alone.Not = orElse(alone.Not, needs(key))
		}
		n.OneOf = append(n.OneOf, alone)
	}
	return n
}

// orElse is a schema of what fits any of those so far, or one more.
func orElse(n, more *node) *node {
	if n == nil {
		n = &node{}
	}
	n.AnyOf = append(n.AnyOf, more)
	return n
}

func (w *writer) properties(keys []syntax.Key) members {
	var ms members
	for _, key := range keys {
		ms = append(ms, member{key.Name, w.described(w.form(key.Form), key.Doc)})
	}
	return ms
}

// described is a schema with what an editor shows of a key. In draft 7 a $ref
// stands alone: the description goes around it.
func (w *writer) described(n *node, doc say.Text) *node {
	if n.Ref != "" {
		n = &node{AllOf: []*node{n}}
	}
	n.Description = w.say(doc)
	return n
}

func (w *writer) name(taken []string) *node {
	if len(taken) == 0 {
		return ref("name")
	}
	return &node{AllOf: []*node{ref("name"), {Not: &node{Enum: words(taken)}}}}
}

func integer(low, high int64) *node {
	n := &node{Type: "integer"}
	if low == high {
		n.Const = low
		return n
	}
	if n.Minimum = &low; high != math.MaxInt64 {
		n.Maximum = &high
	}
	return n
}
