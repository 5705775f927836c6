package answer

import (
	"fmt"
	"strings"

	"evsim/docs"
	"evsim/scenarios"
)

// both is a text in English and Chinese.
type both struct {
	En string `json:"en"`
	Zh string `json:"zh"`
}

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
}

// shelves is what gallery answers.
type shelves struct {
	Lessons []lesson  `json:"lessons"`
	Yours   []example `json:"yours"`
	Notes   []string  `json:"notes"`
}

// gallery answers with all lessons and with what the folder holds now.
func (s *Answerer) gallery() (any, error) {
	out := shelves{Lessons: s.lessons, Yours: []example{}, Notes: []string{}}
	if s.folder != nil {
		out.Yours, out.Notes = s.folder.list(s.Limits)
	}
	return out, nil
}

// lessons are the course and the seeds, in the order in which they are read.
func lessons() ([]lesson, error) {
	out := append(course(), topics()...)
	for i := range out {
		for j := range out[i].Items {
			if err := out[i].Items[j].load(); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// load reads the source of an example that the program carries.
func (e *example) load() error {
	var text []byte
	var err error
	if name, ok := strings.CutPrefix(e.ID, "docs/"); ok {
		text, err = docs.Lessons.ReadFile(name)
	} else {
		text, err = scenarios.Seeds.ReadFile(strings.TrimPrefix(e.ID, "scenarios/"))
	}
	if err != nil {
		return fmt.Errorf("the gallery has no %s: %w", e.ID, err)
	}
	e.Source = string(text)
	return nil
}
