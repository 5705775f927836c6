package script

import (
	"reflect"
	"slices"

	"evsim/sim"
)

// Equivalent reports that two bodies are written alike. One that counts its runs is
// like no other.
func (p *Script) Equivalent(a, b BodyID) bool {
	if a == b || a == NoBody || b == NoBody {
		return a == b
	}
	return slices.EqualFunc(p.Bodies[a].Stmts, p.Bodies[b].Stmts, p.equivalentStmts)
}

func (p *Script) equivalentStmts(a, b Stmt) bool {
	return p.equivalentTexts(a.Text, b.Text) && p.Equivalent(a.Do, b.Do) && p.Equivalent(a.Catch, b.Catch) && p.Equivalent(a.Finally, b.Finally) &&
		slices.EqualFunc(a.Links, b.Links, p.equivalentLinks) && reflect.DeepEqual(a.rest(), b.rest())
}

// rest is a statement without its place and what equivalentStmts looks into, so that
// every other field must be equal.
func (s Stmt) rest() Stmt {
	s.Pos, s.Text, s.Do, s.Catch, s.Finally, s.Links, s.Span.Of = sim.Pos{}, None, NoBody, NoBody, NoBody, nil, 0
	return s
}

func (p *Script) equivalentLinks(a, b Link) bool {
	return a.Kind == b.Kind && p.Equivalent(a.Body, b.Body)
}

func (p *Script) equivalentTexts(a, b TextID) bool {
	if a == None || b == None {
		return a == b
	}
	counts := func(part TextPart) bool { return part.Hole == HoleCount }
	return slices.Equal(p.Texts[a].Parts, p.Texts[b].Parts) && !slices.ContainsFunc(p.Texts[a].Parts, counts)
}
