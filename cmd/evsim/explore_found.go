package main

import (
	"context"

	"evsim/explore"
	"evsim/internal/say"
)

// errManyPictures says that a picture is of one exploration.
func errManyPictures(n int) error {
	return say.Errorf("a picture shows one exploration, but there are %d: choose one with --policy", n)
}

// writeFound writes what was found in the format that is wanted.
func (p *plan) writeFound(ctx context.Context, w *destination, r *explore.Result, o exploreOptions) error {
	switch o.format {
	case formatNDJSON:
		p.writeOrders(ctx, w, r, o)
	case formatSVG:
		return p.drawSummary(ctx, w, r, o)
	default:
		p.showOrders(ctx, w, r, o, w.style)
	}
	return nil
}
