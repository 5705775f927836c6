package main

import (
	"cmp"
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
	Paths     int      `json:"paths"`
	Stop      string   `json:"stop"`
	Condition string   `json:"condition,omitempty"`
	When      string   `json:"when,omitempty"`
	Others    string   `json:"others,omitempty"` // where in that other orders are possible too, as a formula
	Some      []string `json:"some,omitempty"`   // unknowns that decide there
	Witness   []string `json:"witness,omitempty"`
	Token     string   `json:"token"`
}

// verdictLine closes the orders of one policy.
type verdictLine struct {
	File     string           `json:"file"`
	Policy   string           `json:"policy"`
	Event    string           `json:"event"`
	Orders   int              `json:"orders"`
	Paths    int              `json:"paths"`
	Complete bool             `json:"complete"`
	Why      string           `json:"why,omitempty"`
	Untold   string           `json:"untold,omitempty"` // why not all conditions are told
	Shard    string           `json:"shard,omitempty"`
	Of       explore.Identity `json:"of"`  // all that the result depends on
	Sum      string           `json:"sum"` // of these lines, so that lines which are gone or were changed are noticed
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

// writeOrders writes what was found as NDJSON: an object for each order, and
// one that says how much that is.
func (p *plan) writeOrders(w io.Writer, r *explore.Result, o exploreOptions) {
	orders := make([]orderLine, len(r.Orders))
	for i := range r.Orders {
		order := &r.Orders[i]
		log := make([]string, len(order.Log))
		for j := range order.Log {
			log[j] = order.Log[j].Text
		}
		var c explore.Condition
		if r.Complete {
			c = r.When(i)
		}
		orders[i] = orderLine{
			p.src.name, p.Policy.Name, "order", i + 1, log, order.Paths, order.Stop.Reason.String(),
			c.Formula, c.Words.String(), c.Others, c.Some, order.Witness.Describe(p.src.scenario), order.Witness.Token(p.src.identity()),
		}
	}
	writeLines(w, orders, verdictLine{
		File: p.src.name, Policy: p.Policy.Name, Event: "explored", Orders: len(r.Orders), Paths: r.Paths,
		Complete: r.Complete, Why: r.Why.String(), Untold: cmp.Or(r.Untold, r.LeftOut).String(), Shard: o.shard, Of: p.identity(o),
	})
}
