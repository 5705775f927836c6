package document

import (
	"context"
	"slices"

	"evsim/explore"
	"evsim/internal/chance"
	"evsim/program"
)

// Of each order of a page so many runs are drawn, by one seed: few, since somebody
// waits for them.
const (
	likelyRuns = 500
	likelySeed = 1
)

// timeless is a program whose lines may tell times.
type timeless interface {
	Timeless() func(line string) string
}

// likely says how likely each order is, where the program says how some length is
// distributed; else, and where there was no time, it is nil.
func likely(ctx context.Context, p *Plan, found *explore.Result) (texts []string) {
	if !slices.ContainsFunc(p.Program.Lengths(), func(u program.Unknown) bool { return u.Shape.Given() }) {
		return nil
	}
	s := chance.Sampling{Setting: p.Setting, Seed: likelySeed, Runs: likelyRuns, Workers: 1}
	if t, ok := p.Program.(timeless); ok {
		s.Timeless = t.Timeless()
	}
	counts := s.Draw(ctx)
	if counts.Runs < likelyRuns {
		return nil
	}
	l := s.Estimate(ctx, found, counts)
	if ctx.Err() != nil {
		return nil
	}
	for _, one := range l.Orders {
		texts = append(texts, one.String())
	}
	return texts
}
