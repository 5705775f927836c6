package syntax

import (
	"slices"
	"strings"

	"evsim/internal/say"
	"evsim/model"
	"evsim/scenario/diagnostic"
	"evsim/scenario/script"
)

// Language is the language of scenario files as data: what the parser's tables
// say, for tools that help to write such files.
type Language struct {
	Version  int
	File     Form // the mapping that a file is
	Verbs    []VerbForm
	Units    []Unit
	Given    []string // what a promise can be given, beside promises and calls
	Policies []string // the names of the policies themselves; versions of Node stand for them too
	Needs    []string // what `unsupported` can name
}

// Unit is a unit of time: its name, and how many decimals of it are whole
// nanoseconds.
type Unit struct {
	Name     string
	Decimals int
}

// VerbForm is how a statement with one verb is written.
type VerbForm struct {
	Name       string
	Doc        say.Text // a sentence or more, in Markdown
	JavaScript string   // what it stands for; "" where that has several names
	Where      say.Text // the policies that have it, such as "Node, browsers but webkit"; "" for all of them
	Argument   Form
	Keys       []Key
	Some       []string // keys of which at least one stands; nil: none need
	Inline     bool     // the argument may be the body that else stands under `do`, and one of the two stands
}

// Grammar is the language that Parse reads.
func Grammar() Language {
	language := Language{Version: version, File: mappingForm(scenarioFields), Given: slices.Clone(givenWords), Policies: policyNames(), Needs: needNames()}
	for _, u := range units {
		language.Units = append(language.Units, Unit{u.name, u.decimals})
	}
	at := make(map[string]int, script.VerbCount)
	for v := script.VerbNone + 1; v < script.VerbCount; v++ {
		form := verbForm(v)
		if i, again := at[form.Name]; again {
			language.Verbs[i] = form.or(language.Verbs[i])
			continue
		}
		at[form.Name] = len(language.Verbs)
		language.Verbs = append(language.Verbs, form)
	}
	return language
}

// or is the form of a word that is two verbs, by what stands behind it: that
// of the other, or this one.
func (f VerbForm) or(other VerbForm) VerbForm {
	doc := say.Of("%s: %s", diagnostic.Code(f.JavaScript), f.Doc)
	if f.Where != "" {
		doc = say.Of("%s Where: %s.", doc, f.Where)
	}
	other.Doc = say.Of("%s\n\n%s", other.Doc, doc)
	other.Argument = Form{Kind: FormEither, Either: []Form{other.Argument, f.Argument}}
	return other
}

func verbForm(v script.Verb) VerbForm {
	spec := &verbTable[v]
	form := VerbForm{
		Name: spec.name, Doc: spec.doc, JavaScript: spec.js, Where: whereOf(v),
		Argument: argForm(spec), Some: keyNames(spec.some), Inline: spec.arg == argBody,
	}
	for _, k := range spec.keys {
		doc := keyDocs[k.kind]
		key := Key{Name: doc.name, Doc: doc.doc, Required: k.required, Form: doc.form}
		if k.kind == keyAs {
			key.Form.Words = takenNames(spec.as)
		}
		form.Keys = append(form.Keys, key)
	}
	return form
}

// needNames lists what Needs can name, verbs that all policies have left out.
func needNames() []string {
	var names []string
	for v := script.VerbNone + 1; v < script.VerbCount; v++ {
		if spec := &verbTable[v]; spec.needs != 0 && verbsByName[spec.name] == v {
			names = append(names, spec.name)
		}
	}
	for _, event := range events {
		names = append(names, "on: "+event)
	}
	others := make([]string, 0, len(otherNeeds))
	for name := range otherNeeds {
		others = append(others, name)
	}
	slices.Sort(others)
	return append(names, others...)
}

// whereOf lists the policies that have a verb: nothing where all do.
func whereOf(v script.Verb) say.Text {
	f := verbTable[v].needs
	if v == script.VerbOn || f == 0 {
		return ""
	}
	node := policiesWith(model.Feature(f-1), "Node", func(p model.Policy) bool { return p.Node != nil })
	web := policiesWith(model.Feature(f-1), "browsers", func(p model.Policy) bool { return p.Node == nil })
	switch {
	case node == "Node" && web == "browsers":
		return ""
	case web == "":
		return node
	case node == "":
		return web
	}
	return say.Of("%s, %s", node, web)
}

// policiesWith names the policies of a kind that have a feature: all of them,
// or all but a few, or each.
func policiesWith(f model.Feature, all say.Text, kind func(model.Policy) bool) say.Text {
	var with, without []string
	for _, p := range model.Policies() {
		switch {
		case !kind(p):
		case p.Features.Has(f):
			with = append(with, p.Name)
		default:
			without = append(without, p.Name)
		}
	}
	switch {
	case len(without) == 0:
		return all
	case len(with) == 0:
		return ""
	case len(with) > len(without):
		return say.Of("%s but %s", all, strings.Join(without, ", "))
	}
	return say.Word(strings.Join(with, ", "))
}
