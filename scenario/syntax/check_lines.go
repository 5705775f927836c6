package syntax

import (
	"slices"

	"evsim/internal/say"
	"evsim/scenario/diagnostic"
	"evsim/scenario/expect"
	"evsim/scenario/script"
	"evsim/sim"
)

// A misspelt line in an expected log shows when the scenario runs. One in a
// rule or in `starves` would not: what nobody logs is never logged.

// lineName is a place that speaks of a logged line.
type lineName struct {
	at   *node
	text string
	hole string // what stands for a number in it; "": nothing
}

// checkLines checks that some statement can log each line that a rule speaks
// of. A statement that is wrong itself may be the one.
func (p *parser) checkLines() {
	if len(p.lineNames) == 0 || p.broken {
		return
	}
	known, holed := p.sc.Logged()
	exact := make(map[string]bool)
	for _, text := range known {
		exact[text] = true
	}
	room := script.MaxHeld
	for _, l := range p.lineNames {
		if !exact[l.text] && !script.AnyMatches(holed, l.text, &room) && !l.numbered(known, holed, &room) {
			hint := say.Text("")
			if p.advised++; p.advised <= maxAdvised {
				hint = NeverLogged(p.sc, l.text)
			}
			p.failIn(l.at, l.text, expect.NeverLogged(l.text), hint)
		}
	}
}

// numbered reports whether some text can be the line with a number in its hole.
func (l *lineName) numbered(known []string, holed []script.Text, room *int) bool {
	label := expect.LabelOf(l.text, l.hole)
	if !label.Holed {
		return false
	}
	return script.AnyMatches(holed, label.With("1"), room) || slices.ContainsFunc(known, func(line string) bool {
		_, ok := label.Match(line)
		return ok
	})
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
			p.failAt(l.at, say.Of("every policy has %s", diagnostic.Code(l.at.text)), "")
		case p.needs[l.feature-1].Pos == (sim.Pos{}):
			p.failAt(l.at, say.Of("the script does not use %s", diagnostic.Code(l.at.text)), "")
		}
	}
	p.renameLacks(p.sc.Expect)
	for _, c := range p.sc.Cases {
		p.renameLacks(c.Expect)
	}
}

func (p *parser) renameLacks(list []expect.Expectation) {
	for i := range list {
		if f, ok := p.featureOf(list[i].Label); ok && f != 0 && list[i].Kind == expect.Unsupported {
			list[i].Label = p.needs[f-1].Verb
		}
	}
}
