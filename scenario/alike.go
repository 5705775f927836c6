package scenario

import (
	"reflect"
	"slices"

	"evsim/model"
	"evsim/sim"
)

// Alike reports that two callbacks do the same, so that no log can tell which
// of them ran (model.Script).
func (m *Machine) Alike(a, b uint32) bool {
	switch {
	case a == b:
		return true
	case a == model.NoCallback || b == model.NoCallback || (a|b)&intervalBit != 0:
		return false
	}
	pair := [2]BodyID{BodyID(min(a, b)), BodyID(max(a, b))}
	same, known := m.alike[pair]
	if !known {
		if m.alike == nil {
			m.alike = make(map[[2]BodyID]bool)
		}
		same = m.prog.alike(pair[0], pair[1])
		m.alike[pair] = same
	}
	return same
}

// alike reports that two bodies are written alike. One that counts its runs is
// like no other.
func (p *Program) alike(a, b BodyID) bool {
	if a == b || a == NoBody || b == NoBody {
		return a == b
	}
	return slices.EqualFunc(p.Bodies[a].Stmts, p.Bodies[b].Stmts, p.alikeStmts)
}

func (p *Program) alikeStmts(a, b Stmt) bool {
	return p.alikeTexts(a.Text, b.Text) && p.alike(a.Do, b.Do) && p.alike(a.Catch, b.Catch) && p.alike(a.Finally, b.Finally) &&
		slices.EqualFunc(a.Links, b.Links, p.alikeLinks) && reflect.DeepEqual(a.rest(), b.rest())
}

// rest is a statement without its place and what alikeStmts looks into, so that
// every other field must be equal.
func (s Stmt) rest() Stmt {
	s.Pos, s.Text, s.Do, s.Catch, s.Finally, s.Links, s.Span.Of = sim.Pos{}, None, NoBody, NoBody, NoBody, nil, 0
	return s
}

func (p *Program) alikeLinks(a, b Link) bool { return a.Kind == b.Kind && p.alike(a.Body, b.Body) }

func (p *Program) alikeTexts(a, b TextID) bool {
	if a == None || b == None {
		return a == b
	}
	counts := func(part TextPart) bool { return part.Hole == HoleCount }
	return slices.Equal(p.Texts[a].Parts, p.Texts[b].Parts) && !slices.ContainsFunc(p.Texts[a].Parts, counts)
}
