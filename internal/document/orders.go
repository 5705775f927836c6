package document

import (
	"context"
	"fmt"
	"strings"

	"evsim/explore"
	"evsim/internal/viewer"
)

// Orders adds a run of each order that is possible, with its condition, as long
// as the limits allow; it says what was found, and how many orders were added.
func (r *Recorder) Orders(ctx context.Context, p *Plan) (found explore.Result, added int) {
	found = explore.Explore(ctx, p.Setting, explore.Options{Paths: r.limits.Paths, Memory: r.limits.Memory})
	for added < min(len(found.Orders), r.limits.Orders) {
		if added > 0 && (r.Full() || ctx.Err() != nil) {
			break
		}
		witness := found.Orders[added].Witness
		next := viewer.Run{Order: added + 1, Command: p.Command.replaying(witness.Token(p.Text)).String()}
		next.Example = strings.Join(witness.Describe(p.Program), ", ")
		if found.Complete && ctx.Err() == nil {
			when := found.When(added)
			next.Condition, next.Formula = when.Words, when.Formula
		}
		r.run(ctx, p, next, witness.Oracle())
		added++
	}
	return found, added
}

// Found says how much was found, and never more.
func Found(r *explore.Result) string {
	orders, paths := plural(len(r.Orders), "order is possible", "orders are possible"), plural(r.Paths, "path", "paths")
	switch {
	case !r.Complete && r.Paths == 0 && len(r.Orders) == 0:
		return "nothing was explored: " + r.Why
	case !r.Complete:
		return fmt.Sprintf("at least %s, not complete: %s (%s)", orders, r.Why, paths)
	case len(r.Orders) == 1:
		return fmt.Sprintf("deterministic, %s (%s)", orders, paths)
	}
	return fmt.Sprintf("%s (%s)", orders, paths)
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", many)
}
