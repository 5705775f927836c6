package answer

import (
	"slices"
	"strings"

	"evsim/internal/prose"
	"evsim/internal/say"
	"evsim/scenario/script"
	"evsim/scenario/syntax"
)

// The keys at the top of a file that tell what a script does: those that check it,
// and those that say it to readers.
var (
	checkKeys = []string{"expect", "rules", "cases"}
	readKeys  = []string{"about", "lesson"}
)

// parted is a file in the parts that a page gets at different times.
type parted struct {
	shown  string // what is run and changed
	checks string // what stands under checkKeys
}

// part parts a file whose scenario was read. Comments go with the key that they
// stand above, and those behind a key that is not shown go with it.
func part(name string, text []byte) (parted, error) {
	root, _ := syntax.Pieces(name, text)
	if root == nil || root.Kind != syntax.PieceMapping || root.Style == syntax.StyleFlow {
		return parted{}, say.Errorf("a lesson has each key on a line of its own, without braces around them all")
	}
	lines := strings.SplitAfter(string(text), "\n")
	var shown, checks strings.Builder
	to := &shown
	for at, keys := 0, root.Kids; at < len(lines); {
		end := len(lines)
		if len(keys) > 0 {
			end = begins(lines, keys[0])
		}
		for ; at < end; at++ {
			if to != nil {
				to.WriteString(lines[at])
			}
		}
		if len(keys) == 0 {
			break
		}
		to, keys = into(keys[0].Text, &shown, &checks), keys[2:]
	}
	return parted{strings.TrimRight(shown.String(), "\n") + "\n", checks.String()}, nil
}

// begins is the first line of a key: that of the comments right above it.
func begins(lines []string, key syntax.Piece) int {
	at := int(key.Pos.Line) - 1
	for at > 0 {
		above := strings.TrimLeft(lines[at-1], " ")
		if !strings.HasPrefix(above, "#") || len(lines[at-1])-len(above) >= int(key.Pos.Col) {
			break
		}
		at--
	}
	return at
}

// into is where the lines of a key go; nil: nowhere.
func into(key string, shown, checks *strings.Builder) *strings.Builder {
	switch {
	case slices.Contains(checkKeys, key):
		return checks
	case slices.Contains(readKeys, key):
		return nil
	}
	return shown
}

// exercise says how much there is to ask for, and nothing of it.
type exercise struct {
	Hints  int  `json:"hints"`
	Answer bool `json:"answer"` // in words
	Then   int  `json:"then"`
}

// rendered is a text in both languages as HTML.
func rendered(s script.Spoken) both {
	en := prose.HTML(s.En)
	if s.Zh == s.En {
		return both{en, en}
	}
	return inBoth(both{en, prose.HTML(s.Zh)})
}

// inBoth has each language say what the other does where it says nothing.
func inBoth(text both) both {
	if text.En == "" {
		text.En = text.Zh
	}
	if text.Zh == "" {
		text.Zh = text.En
	}
	return text
}

func renderedAll(all []script.Spoken) []both {
	out := []both{}
	for _, s := range all {
		out = append(out, rendered(s))
	}
	return out
}

// withheld is what a page asks for of a lesson by and by.
type withheld struct {
	Hints  []both `json:"hints"`
	Answer *both  `json:"answer"` // null: there is none in words
	Checks string `json:"checks"` // the part of the file that checks it
	Then   []both `json:"then"`
}

// hold makes an example the exercise of its scenario: it shows what does not tell
// the answer, and how much there is to ask for.
func (e *example) hold(s *script.Tree, text []byte) error {
	parts, err := part(e.ID, text)
	if err != nil {
		return err
	}
	e.Source, e.Predict, e.Lesson = parts.shown, true, &exercise{}
	if l := s.Lesson; l != nil {
		*e.Lesson = exercise{len(l.Hints), l.Answer.Either() != "", len(l.Then)}
	}
	return nil
}

// keeps is what the exercise of a scenario keeps.
func keeps(name string, s *script.Tree, text []byte) (*withheld, error) {
	parts, err := part(name, text)
	if err != nil {
		return nil, err
	}
	kept := &withheld{Hints: []both{}, Then: []both{}, Checks: parts.checks}
	if l := s.Lesson; l != nil {
		kept.Hints, kept.Then = renderedAll(l.Hints), renderedAll(l.Then)
		if answer := rendered(l.Answer); answer.En != "" {
			kept.Answer = &answer
		}
	}
	return kept, nil
}

// lessonAsked is what lesson is asked.
type lessonAsked struct {
	ID     string `json:"id"`
	Hints  int    `json:"hints"`  // how many
	Answer bool   `json:"answer"` // with the checks
	Then   bool   `json:"then"`
}

// tell is as much of what is kept as was asked for.
func (w *withheld) tell(q *lessonAsked) withheld {
	out := withheld{Hints: w.Hints[:max(0, min(q.Hints, len(w.Hints)))], Then: []both{}}
	if q.Answer {
		out.Answer, out.Checks = w.Answer, w.Checks
	}
	if q.Then {
		out.Then = w.Then
	}
	return out
}
