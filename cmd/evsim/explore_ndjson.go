package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"hash"
	"io"

	"evsim/explore"
)

// orderLine is an order in NDJSON.
type orderLine struct {
	File      string   `json:"file"`
	Policy    string   `json:"policy"`
	Event     string   `json:"event"`
	Order     int      `json:"order"`
	Log       []string `json:"log"`
	Stop      string   `json:"stop"`
	Code      int      `json:"code,omitempty"` // the exit code
	Condition string   `json:"condition,omitempty"`
	When      string   `json:"when,omitempty"`
	Others    string   `json:"others,omitempty"` // where in that other orders are possible too, as a formula
	Some      []string `json:"some,omitempty"`   // unknowns that decide there
	Witness   []string `json:"witness,omitempty"`
	Token     string   `json:"token"`

	Likelihood *likelyLine `json:"likelihood,omitempty"`
}

// verdictLine closes the orders of one policy.
type verdictLine struct {
	File     string           `json:"file"`
	Policy   string           `json:"policy"`
	Event    string           `json:"event"`
	Orders   int              `json:"orders"`
	Complete bool             `json:"complete"`
	Why      string           `json:"why,omitempty"`
	Untold   string           `json:"untold,omitempty"` // why not all conditions are told, or examples looked for
	As       *partAs          `json:"as,omitempty"`     // nil: no flags
	Shard    string           `json:"shard,omitempty"`
	Drawn    *drawnLine       `json:"drawn,omitempty"` // what likelihoods rest on; nil: there are none
	Of       explore.Identity `json:"of"`              // all that the result depends on
	Sum      string           `json:"sum"`             // of these lines, so that lines which are gone or were changed are noticed
}

// partAs is the flags that say what is explored.
type partAs struct {
	Case    string   `json:"case,omitempty"`
	Set     []string `json:"set,omitempty"`
	Unknown []string `json:"unknown,omitempty"`
	Only    []string `json:"only,omitempty"`
}

// flags is those of some options; nil: there are none.
func (o *exploreOptions) flags() *partAs {
	if o.caseName == "" && len(o.set)+len(o.unknown)+len(o.only) == 0 {
		return nil
	}
	return &partAs{o.caseName, o.set, o.unknown, o.only}
}

// as gives options the flags of parts.
func (o *exploreOptions) as(flags *partAs) {
	if flags != nil {
		o.caseName, o.set, o.unknown, o.only = flags.Case, flags.Set, flags.Unknown, flags.Only
	}
}

// sum is that of a verdict and the orders before it, which a hash has seen.
func (v verdictLine) sum(orders hash.Hash) string {
	v.Sum = ""
	writeObject(orders, v)
	return fmt.Sprintf("%x", orders.Sum(nil)[:16])
}

// writeLines writes orders, and what closes them.
func writeLines(w io.Writer, orders []orderLine, v verdictLine) {
	sum := sha256.New()
	summed := io.MultiWriter(w, sum)
	for i := range orders {
		writeObject(summed, &orders[i])
	}
	v.Sum = v.sum(sum)
	writeObject(w, v)
}

// orderLine is an order, without its condition.
func (p *plan) orderLine(i int, order *explore.Order) orderLine {
	log := make([]string, len(order.Log))
	for j := range order.Log {
		log[j] = order.Log[j].Text
	}
	return orderLine{
		File: p.src.name, Policy: p.Policy.Name, Event: "order", Order: i + 1, Log: log, Stop: order.Stop.Reason.String(), Code: order.Stop.Code,
		Witness: order.Witness.Describe(p.src.scenario), Token: order.Witness.Token(p.src.identity()),
	}
}

// writeOrders writes what was found as NDJSON: an object for each order, and
// one that says how much that is.
func (p *plan) writeOrders(ctx context.Context, w io.Writer, r *explore.Result, o exploreOptions) {
	if o.shard == "" {
		exemplify(ctx, r, indices(r))
	}
	orders := make([]orderLine, len(r.Orders))
	for i := range r.Orders {
		orders[i] = p.orderLine(i, &r.Orders[i])
		if p.likely != nil {
			orders[i].Likelihood = likelyOf(p.likely.Orders[i])
		}
		if r.Complete {
			c := r.When(i)
			orders[i].Condition, orders[i].When, orders[i].Others, orders[i].Some = c.Formula, c.Words.String(), c.Others, c.Some
		}
	}
	writeLines(w, orders, verdictLine{
		File: p.src.name, Policy: p.Policy.Name, Event: "explored", Orders: len(r.Orders),
		Complete: r.Complete, Why: r.Why.String(), Untold: cmp.Or(r.Untold, r.LeftOut).String(), As: o.flags(), Shard: o.shard, Drawn: p.drawnLine(), Of: p.identity(o),
	})
}

func indices(r *explore.Result) []int {
	all := make([]int, len(r.Orders))
	for i := range all {
		all[i] = i
	}
	return all
}

// exemplify makes the examples of some orders the first runs of these; where that
// ends early, the result says why. A part does not ask for it: who unites the parts does.
func exemplify(ctx context.Context, r *explore.Result, at []int) {
	if why := r.Exemplify(ctx, at...); why != "" {
		r.Untold = why
	}
}
