package answer

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"evsim/docs"
	"evsim/internal/say"
	"evsim/scenario/script"
	"evsim/scenario/syntax"
	"evsim/scenarios"
)

// both is a text in English and Chinese.
type both struct {
	En string `json:"en"`
	Zh string `json:"zh"`
}

// In is the text in one of the languages.
func (b both) In(l *say.Language) string {
	if l == nil {
		return b.En
	}
	return b.Zh
}

// said is what the program says, in each language.
func said(t say.Text) both { return both(say.InBoth(t)) }

// lesson is examples of one topic, with an introduction.
type lesson struct {
	ID    string    `json:"id"`
	Title both      `json:"title"`
	Text  both      `json:"text"`
	Items []example `json:"items"`
}

// example is one scenario. Its id is its path.
type example struct {
	ID      string `json:"id"`
	Title   both   `json:"title"`
	Text    *both  `json:"text,omitempty"` // nil where the lesson says it
	Source  string `json:"source"`
	Predict bool   `json:"predict,omitempty"` // few enough lines to be put in order

	About    *both     `json:"about,omitempty"`    // HTML; nil where Text or the lesson says it
	Language string    `json:"language,omitempty"` // of the source; "" is YAML
	Scenario string    `json:"scenario,omitempty"` // that runs the source, which is code
	Lesson   *exercise `json:"lesson,omitempty"`   // nil: it keeps nothing
}

// shelves is what gallery answers.
type shelves struct {
	Lessons []lesson  `json:"lessons"`
	Yours   []example `json:"yours"`
	Notes   []both    `json:"notes"`
}

// gallery answers with all lessons and with what the folder holds now.
func (s *Answerer) gallery() (any, error) {
	lessons, err := lessons()
	if err != nil {
		return nil, err
	}
	out := shelves{Lessons: lessons, Yours: []example{}, Notes: []both{}}
	if s.folder != nil {
		out.Yours, out.Notes = s.folder.list(s.Limits)
	}
	return out, nil
}

// lessons are the course and the seeds, in the order in which they are read. They
// are made when they are first asked for, and are the same for all.
var lessons = sync.OnceValues(func() ([]lesson, error) {
	out := append(course(), topics()...)
	for i := range out {
		for j := range out[i].Items {
			if err := out[i].Items[j].load(); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
})

// file is the text of an example that the program carries.
func file(id string) ([]byte, error) {
	if name, ok := strings.CutPrefix(id, "docs/"); ok {
		return docs.Lessons.ReadFile(name)
	}
	return scenarios.Seeds.ReadFile(strings.TrimPrefix(id, "scenarios/"))
}

// load reads the source of such an example. What is to be predicted shows nothing
// that tells it.
func (e *example) load() error {
	text, err := file(e.ID)
	if err != nil {
		return fmt.Errorf("the gallery has no %s: %w", e.ID, err)
	}
	e.Source = string(text)
	if !e.Predict {
		return nil
	}
	s := &script.Tree{} // a seed is no lesson, and need not be read for that
	if strings.HasPrefix(e.ID, "docs/") {
		if s, _ = syntax.Parse(e.ID, text); s == nil {
			return fmt.Errorf("the gallery's %s is not a scenario", e.ID)
		}
	}
	return e.hold(s, text)
}

// carried is what such an exercise keeps; nil: there is none of this id.
func carried(id string) (*withheld, error) {
	all, err := lessons()
	if err != nil {
		return nil, err
	}
	for _, l := range all {
		if !slices.ContainsFunc(l.Items, func(e example) bool { return e.ID == id && e.Lesson != nil }) {
			continue
		}
		text, err := file(id)
		if err != nil {
			return nil, err
		}
		s, _ := syntax.Parse(id, text)
		return keeps(id, s, text)
	}
	return nil, nil
}
