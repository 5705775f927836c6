package script

import (
	"slices"
	"strings"
)

// Logged is what statements log: texts that are whole, and texts with holes.
func (s *Tree) Logged() (known []string, holed []Text) {
	for _, body := range s.Script.Bodies {
		for i := range body.Stmts {
			st := &body.Stmts[i]
			if st.Verb != VerbLog || st.Text == None {
				continue
			}
			text := s.Script.Texts[st.Text]
			if len(text.Parts) == 1 && text.Parts[0].Hole == HoleNone {
				known = append(known, text.Parts[0].Text)
			} else {
				holed = append(holed, text)
			}
		}
	}
	return known, holed
}

// Logs reports whether some statement can log a line.
func (s *Tree) Logs(line string) bool {
	if s.Code != nil {
		return true // which lines it can log is not known before it runs
	}
	known, holed := s.Logged()
	room := MaxHeld
	return slices.Contains(known, line) || AnyMatches(holed, line, &room)
}

// Lines are the lines that statements log, as far as the file has them whole.
func (s *Tree) Lines() []string {
	known, _ := s.Logged()
	return known
}

// MaxHeld bounds the work of holding lines against texts with holes, in parts of
// texts and bytes of lines: what Matches takes.
const MaxHeld = 20_000_000

// AnyMatches reports whether one of the texts can be the line, or whether to
// find out would take more than there is room for.
func AnyMatches(texts []Text, line string, room *int) bool {
	for _, t := range texts {
		if *room -= len(t.Parts) + len(line); *room < 0 || t.Matches(line) {
			return true
		}
	}
	return false
}

// Matches reports whether the text can be the line once its holes are filled.
func (t Text) Matches(line string) bool {
	parts := t.Parts
	if len(parts) == 0 {
		return line == ""
	}
	if first := parts[0]; first.Hole == HoleNone {
		if !strings.HasPrefix(line, first.Text) {
			return false
		}
		line, parts = line[len(first.Text):], parts[1:]
	}
	if len(parts) == 0 {
		return line == ""
	}
	last := parts[len(parts)-1]
	if last.Hole == HoleNone {
		if !strings.HasSuffix(line, last.Text) {
			return false
		}
		line, parts = line[:len(line)-len(last.Text)], parts[:len(parts)-1]
	}
	for _, part := range parts {
		if part.Hole == HoleNone {
			i := strings.Index(line, part.Text)
			if i < 0 {
				return false
			}
			line = line[i+len(part.Text):]
		}
	}
	return true
}
