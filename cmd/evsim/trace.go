package main

import (
	"context"
	"io"

	"evsim/internal/budget"
	"evsim/internal/say"
	"evsim/internal/trace"
)

// trace draws the runs of one file.
func (a *app) trace(ctx context.Context, file string, o runOptions) error {
	plans, err := a.planAll([]string{file}, o)
	if err != nil {
		return err
	}
	if o.format == formatSVG && len(plans) > 1 {
		return say.Errorf("a picture shows one run: choose one with --policy, such as --policy %s", plans[0].Policy.Name)
	}
	if o.animate && o.format != formatSVG {
		return say.Errorf("--animate needs a picture: write --format svg --animate")
	}
	p, err := a.newPlayer(ctx, "")
	if err != nil {
		return err
	}
	defer p.stop()
	w := drawing(a.stdout, o)
	w.Within(budget.Room(p.ctx))
	err = a.perform(plans, w, p, o)
	if whole, ok := w.(io.Closer); ok {
		if closing := whole.Close(); closing != nil && err == nil {
			return say.Errorf("cannot write: %w", closing)
		}
	}
	return err
}

// picture is a writer that keeps a run until it is over, as far as there is room.
type picture interface {
	trace.Writer
	Within(room func(bytes int64) bool)
}

func drawing(w io.Writer, o runOptions) picture {
	switch o.format {
	case formatMermaid:
		return trace.NewMermaid(w)
	case formatSVG:
		if o.animate {
			return trace.NewMovingSVG(w)
		}
		return trace.NewSVG(w)
	case formatPerfetto:
		return trace.NewPerfetto(w)
	}
	return trace.NewMarble(w)
}
