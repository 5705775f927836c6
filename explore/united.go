package explore

import (
	"context"
	"slices"

	"evsim/internal/say"
	"evsim/program"
	"evsim/sim"
)

// united is the result of an exploration that was done in parts, from what these
// found (Options.Parts). Parts know nothing of conditions: a space that is small is
// explored again, path by path, so that the result is that of the whole.
func united(ctx context.Context, s program.Setting, o Options) Result {
	r := Result{Complete: o.Lacking == "", Why: o.Lacking, Only: o.Only, program: s.Program}
	t := trier{setting: s, seed: o.Seed, only: o.Only, ctx: ctx}
	for _, w := range o.Parts {
		noted := &noting{replay: replay{witness: w}}
		log, stop := t.replay(noted)
		if stop.Reason == sim.Abandoned {
			r.Complete, r.Why = false, say.OfError(stop.Cut(context.Cause(ctx)))
			return r
		}
		r.Orders = append(r.Orders, Order{Log: log, Stop: stop, Witness: noted.used})
	}
	slices.SortFunc(r.Orders, compareOrders)
	if !r.Complete {
		return r
	}
	if again, small := explorePaths(ctx, s, o); small && again.Complete {
		again.end(ctx, o)
		again.mustBe(r.Orders)
		return again
	}
	r.unsure = slices.Repeat([]bool{true}, len(r.Orders))
	return r
}

// mustBe makes it a fault where a result has other orders.
func (r *Result) mustBe(orders []Order) {
	found := slices.SortedFunc(slices.Values(r.Orders), compareOrders)
	if !slices.EqualFunc(found, orders, func(a, b Order) bool { return compareOrders(a, b) == 0 }) {
		r.Fault = "the parts have other orders than the whole"
		r.Complete, r.Why = false, failedBy(r.Fault)
	}
}
