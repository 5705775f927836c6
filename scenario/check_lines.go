package scenario

import (
	"fmt"
	"slices"
	"strings"

	"evsim/sim"
)

// A misspelt line in an expected log shows when the scenario runs. One in a
// rule or in `starves` would not: what nobody logs is never logged.

// lineName is a place that speaks of a logged line.
type lineName struct {
	at   *node
	text string
}

// checkLines checks that some statement can log each line that a rule speaks
// of. A statement that is wrong itself may be the one.
func (p *parser) checkLines() {
	if len(p.lineNames) == 0 || p.broken {
		return
	}
	known, holed := p.sc.logged()
	exact := make(map[string]bool)
	for _, text := range known {
		exact[text] = true
	}
	room := maxHeld
	for _, l := range p.lineNames {
		if !exact[l.text] && !anyMatches(holed, l.text, &room) {
			hint := ""
			if p.advised++; p.advised <= maxAdvised {
				hint = p.sc.NeverLogged(l.text)
			}
			p.failIn(l.at, l.text, code(l.text)+" is never logged: no statement logs it", hint)
		}
	}
}

// logged is what statements log: texts that are whole, and texts with holes.
func (s *Scenario) logged() (known []string, holed []Text) {
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
func (s *Scenario) Logs(line string) bool {
	known, holed := s.logged()
	room := maxHeld
	return slices.Contains(known, line) || anyMatches(holed, line, &room)
}

// Lines are the lines that statements log, as far as the file has them whole.
func (s *Scenario) Lines() []string {
	known, _ := s.logged()
	return known
}

// maxHeld bounds the work of holding lines against texts with holes, in parts of
// texts and bytes of lines: what Matches takes.
const maxHeld = 20_000_000

// anyMatches reports whether one of the texts can be the line, or whether to
// find out would take more than there is room for.
func anyMatches(texts []Text, line string, room *int) bool {
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

// lack is an expectation that something is not supported.
type lack struct {
	at      *node
	feature feature
}

// checkLacks checks that the script uses what is expected to be missing, and
// names it as Needs does: by its first use.
func (p *parser) checkLacks() {
	for _, l := range p.lacks {
		switch {
		case l.feature == 0:
			p.failAt(l.at, "every policy has "+code(l.at.text), "")
		case p.needs[l.feature-1].Pos == (sim.Pos{}):
			p.failAt(l.at, fmt.Sprintf("the script does not use %s", code(l.at.text)), "")
		}
	}
	p.renameLacks(p.sc.Expect)
	for _, c := range p.sc.Cases {
		p.renameLacks(c.Expect)
	}
}

func (p *parser) renameLacks(list []Expectation) {
	for i := range list {
		if f, ok := p.featureOf(list[i].Label); ok && f != 0 && list[i].Kind == ExpectUnsupported {
			list[i].Label = p.needs[f-1].Verb
		}
	}
}
