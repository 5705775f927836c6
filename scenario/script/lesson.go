package script

import (
	"evsim/internal/say"
	"evsim/sim"
)

// Spoken is a text for readers, in English, in Chinese or in both. A text that is
// given in no language stands for both of them.
type Spoken struct {
	En, Zh string
	Pos    sim.Pos
}

// Either is the English text, or the Chinese one where that is all there is.
func (s Spoken) Either() string {
	if s.En == "" {
		return s.Zh
	}
	return s.En
}

// Said is the text in each language; where one is missing, the other stands for it.
func (s Spoken) Said() say.Text {
	said := say.Both{En: s.Either(), Zh: s.Zh}
	if said.Zh == "" {
		said.Zh = said.En
	}
	return say.Of("%s", said)
}

// Titled is the name in each language.
func (t *Tree) Titled() say.Text {
	if t.Named.Either() == "" { // code has a name, and no languages
		return say.Word(t.Name)
	}
	return t.Named.Said()
}

// Lesson is what makes an exercise of a scenario: its lines are predicted before
// anybody sees them in order. All of it is kept from readers until they ask.
type Lesson struct {
	Hints  []Spoken
	Answer Spoken
	Then   []Spoken // further questions
	Pos    sim.Pos
}

// Spoken is the texts of the file that may be given by language, in its order.
func (s *Tree) Spoken() []Spoken {
	all := []Spoken{s.Named, s.About}
	if s.Lesson != nil {
		all = append(append(append(all, s.Lesson.Hints...), s.Lesson.Answer), s.Lesson.Then...)
	}
	return all
}
