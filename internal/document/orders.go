package document

import (
	"context"
	"strings"

	"evsim/explore"
	"evsim/internal/say"
	"evsim/internal/viewer"
	"evsim/sim"
)

// Orders adds a run of each order that is possible, with its condition, as long
// as the limits allow, and what the orders have in common; it says what was found,
// and how many orders were added.
func (r *Recorder) Orders(ctx context.Context, p *Plan) (found explore.Result, added int) {
	found = explore.Explore(ctx, p.Setting, explore.Options{Paths: r.limits.Paths, Memory: r.limits.Memory})
	how := likely(ctx, p, &found)
	for added < min(len(found.Orders), r.limits.Orders) {
		if added > 0 && (r.Full() || ctx.Err() != nil) {
			break
		}
		witness := found.Orders[added].Witness
		next := viewer.Run{Order: added + 1, Command: p.Command.replaying(witness.Token(p.Text)).String()}
		if how != nil {
			next.Likely = how[added]
		}
		next.Example = strings.Join(witness.Describe(p.Program), ", ")
		if found.Complete && ctx.Err() == nil {
			when := found.When(added)
			next.Condition, next.Formula = say.InBoth(when.Words), when.Formula
		}
		r.run(ctx, p, next, witness.Oracle())
		added++
	}
	r.note(p, &found, added)
	return found, added
}

// Replay adds the run of a token, which is of this program.
func (r *Recorder) Replay(ctx context.Context, p *Plan, token string) (sim.Stop, error) {
	witness, err := explore.ParseToken(token, p.Text)
	if err != nil {
		return sim.Stop{}, err
	}
	return r.run(ctx, p, viewer.Run{Command: p.Command.replaying(token).String()}, witness.Oracle()), nil
}

// Found says how much was found, and never more.
func Found(r *explore.Result) say.Text {
	orders := say.Counted("1 order is possible", "%d orders are possible", len(r.Orders))
	switch {
	case !r.Complete && len(r.Orders) == 0:
		return say.Of("no order was found: %s", r.Why)
	case !r.Complete:
		return say.Of("at least %s, not complete: %s", orders, r.Why)
	case len(r.Orders) == 1:
		return say.Of("deterministic, %s", orders)
	}
	return orders
}
