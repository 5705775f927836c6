package answer

import (
	"context"
	"path"
	"regexp"
	"sync"

	"evsim/internal/say"
	"evsim/scenario"
	"evsim/scenario/script"
	"evsim/scenario/syntax"
)

// Shelf is where scenarios of one's own come from: a [Folder], or what was
// [Packed] of one.
type Shelf interface {
	// list is all of them, and what was left out, and why.
	list(l Limits) (all []example, notes []both)
	// lesson is what one of them keeps.
	lesson(id string, l Limits) (*withheld, error)
}

// saysLesson matches what makes a file a lesson, however it is written.
var saysLesson = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)(?:^|[\s{,])["']?lesson["']?\s*:`) })

// example is a file as an example, under the name that it gives itself, and its
// scenario, if it is a lesson. One that cannot be read is shown as it is, for its
// author to mend, unless it might be a lesson.
func (f *Folder) example(name string, text []byte, l Limits) (example, *script.Tree, error) {
	e := example{ID: name, Title: both{name, name}, Source: string(text)}
	s, diags := syntax.Parse(name, text)
	if s == nil {
		if saysLesson().Match(text) {
			return e, nil, say.Errorf("line %d, column %d: evsim lint says what is wrong there", diags[0].Pos.Line, diags[0].Pos.Col)
		}
		return e, nil, nil
	}
	e.Title = titleOf(s)
	if s.Lesson == nil {
		return e, nil, f.coded(&e, s, l)
	}
	if err := e.hold(s, text); err != nil {
		return e, nil, err
	}
	if again, diags := syntax.Parse(name, []byte(e.Source)); again == nil {
		return e, nil, say.Errorf("without its checks, it is not a scenario: %s", diags[0].Message)
	}
	if about := rendered(s.About); about.En != "" {
		e.About = &about
	}
	return e, s, f.coded(&e, s, l)
}

// coded has an example show the file of code that its scenario runs.
func (f *Folder) coded(e *example, s *script.Tree, l Limits) error {
	if s.CodeFile == "" {
		return nil
	}
	code, err := f.read(path.Join(path.Dir(e.ID), s.CodeFile), l.FileSize)
	if err != nil {
		return say.Errorf("%s: %s", s.CodeFile, plain(err))
	}
	e.Scenario, e.Source, e.Language = e.Source, string(code), languageOf(s.CodeFile)
	return nil
}

// languageOf is the language of a file of code, by its ending.
func languageOf(file string) string {
	if ext := path.Ext(file); ext == ".ts" || ext == ".mts" || ext == ".cts" {
		return typeScript
	}
	return javaScript
}

// titleOf is the name of a scenario in both languages.
func titleOf(s *script.Tree) both { return inBoth(both{s.Named.En, s.Named.Zh}) }

// framed reads code as what a scenario runs, in its world.
func (s *Answerer) framed(w written, code *scenario.Scenario) (*scenario.Scenario, error) {
	sc, diags := scenario.ParseWith(fileNames["yaml"], []byte(w.Scenario), func(string) (script.Code, error) { return code.Code, nil })
	switch {
	case sc == nil:
		return nil, Refuse(statusBadRequest, "", "the scenario around the code: %s", diags[0].Message)
	case sc.Code == nil:
		return nil, Refuse(statusBadRequest, "it says `script: ./FILE`", "the scenario around the code runs no code")
	}
	return sc, nil
}

// lesson answers with what was asked for of a lesson, and with no more.
func (s *Answerer) lesson(_ context.Context, q *lessonAsked) (withheld, error) {
	kept, err := carried(q.ID)
	switch {
	case err != nil:
		return withheld{}, err
	case kept != nil:
		return kept.tell(q), nil
	case s.folder == nil:
		return withheld{}, Refuse(statusNotFound, "", "there is no lesson %s", Shortened(q.ID))
	}
	if kept, err = s.folder.lesson(q.ID, s.Limits); err == nil {
		return kept.tell(q), nil
	}
	return withheld{}, Refuse(statusNotFound, "", "there is no lesson %s: %s", Shortened(q.ID), plain(err))
}
