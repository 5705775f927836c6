package schema

import (
	"slices"

	"evsim/internal/say"
	"evsim/scenario/syntax"
)

func (w *writer) delay(f syntax.Form) *node {
	return &node{
		Description: w.say("JavaScript's argument: milliseconds such as `5` or `1.9`, or a duration such as `5ms`"),
		AnyOf:       []*node{{Type: "number"}, w.delayText(f)},
	}
}

func (w *writer) delayText(f syntax.Form) *node {
	n := text("^(?:" + durations(w.Units, f.Low, f.High) + "|" + delayWords + ")$")
	n.PatternError = w.say("a delay is a number of milliseconds or a duration, such as `5` or `1.5ms`")
	return n
}

func (w *writer) given() *node {
	only := func(key string, doc say.Text) *node {
		return &node{Type: "object", Others: never, Properties: members{{key, w.described(ref("name"), doc)}}, Required: []string{key}}
	}
	return &node{
		Description: w.say("`value` is anything without a `then`, `thenable` an object whose `then` calls its first argument at once"),
		AnyOf:       []*node{{Enum: words(w.Given)}, only("promise", "a promise of the script"), only("call", "what a call of one of `functions` returns")},
	}
}

func (w *writer) policy() *node {
	return &node{
		Description: w.say("a runtime; `node` is the newest Node, `node18` the newest release of 18, `node@18.20.8` that release"),
		AnyOf:       []*node{{Enum: words(append(slices.Clone(w.Policies), "node"))}, text(policyPattern)},
	}
}

// input is a time and one event, whose name is a key.
func (w *writer) input(f syntax.Form) *node {
	at := w.described(w.time(syntax.Form{Kind: syntax.FormRange, Low: f.Low, High: f.High}), "when, since the start")
	return &node{
		Type: "object", Description: w.say("what a user does: a time, and an event with its target or a signal"),
		Properties: members{{"at", at}, {"click", w.described(ref("name"), "the target that is clicked")}, {"signal", w.described(&node{Enum: words(f.Words)}, "the signal that the process is sent")}},
		Others:     ref("name"), Required: []string{"at"}, Least: 2, Most: 2,
	}
}

// statement finds the verb of a statement, and then demands what that verb
// demands. So an editor tells about the verb that stands there, and a body
// inside a body is looked at once.
func (w *writer) statement() *node {
	none := &node{Type: "object", Least: 1, Others: never}
	some := &node{}
	each := &node{}
	for _, v := range w.Verbs {
		some.AnyOf = append(some.AnyOf, needs(v.Name))
		each.AllOf = append(each.AllOf, &node{If: w.verbIs(v.Name), Then: w.verb(v)})
		none.Properties = append(none.Properties, member{v.Name, &node{Description: w.say(explained(v))}})
	}
	some.Type = "object"
	return &node{Description: w.say("one verb, and its keys"), If: some, Then: each, Else: none}
}

// verbIs is the statement whose verb is the one given: it stands there, and
// there is no verb of which it is a key.
func (w *writer) verbIs(name string) *node {
	is := needs(name)
	for _, v := range w.Verbs {
		if slices.ContainsFunc(v.Keys, func(k syntax.Key) bool { return k.Name == name }) {
			is.Not = orElse(is.Not, needs(v.Name))
		}
	}
	return is
}

// verb is a statement with the verb.
func (w *writer) verb(v syntax.VerbForm) *node {
	n := w.mapping(syntax.Form{Kind: syntax.FormMapping, Keys: v.Keys})
	argument := w.described(w.form(v.Argument), explained(v))
	n.Properties = append(members{{v.Name, argument}}, n.Properties...)
	if some := w.some(v.Some); some != nil {
		n.AllOf = append(n.AllOf, some)
	}
	if v.Inline {
		n.AllOf = append(n.AllOf, &node{
			If:   &node{Properties: members{{v.Name, &node{Type: "null"}}}},
			Then: needs("do"), Else: &node{Not: needs("do")},
		})
	}
	return n
}

func (w *writer) some(keys []string) *node {
	if len(keys) == 0 {
		return nil
	}
	n := &node{}
	for _, key := range keys {
		n.AnyOf = append(n.AnyOf, needs(key))
	}
	return n
}

// explained is what an editor shows of a verb, in Markdown.
func explained(v syntax.VerbForm) say.Text {
	var parts []say.Text
	if v.JavaScript != "" {
		parts = append(parts, say.Of("`%s`", v.JavaScript))
	}
	parts = append(parts, v.Doc)
	if v.Where != "" {
		parts = append(parts, say.Of("Where: %s.", v.Where))
	}
	return say.Join(parts, "\n\n")
}
