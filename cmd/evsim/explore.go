package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"unicode/utf8"

	"evsim/explore"
	"evsim/report"
	"evsim/trace"
)

// exploreOptions are the flags of explore.
type exploreOptions struct {
	policies []string
	caseName string
	set      []string
	unknown  []string
	paths    int
	format   format
}

// free opens lengths of the source's scenario.
func (s *source) free(kinds []string) error {
	if len(kinds) == 0 {
		return nil
	}
	opened, err := s.scenario.Free(kinds)
	if err == nil {
		s.scenario = opened
	}
	return err
}

// explore finds every order of a scenario, under each policy.
func (a *app) explore(ctx context.Context, file string, o exploreOptions) error {
	policies, err := lookup(o.policies)
	if err != nil {
		return err
	}
	src, err := a.loadOne(file)
	if err != nil {
		return err
	}
	if err := src.free(o.unknown); err != nil {
		return err
	}
	plans, err := a.plan(src, policies, runOptions{caseName: o.caseName, set: o.set})
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	return a.exploreAll(ctx, plans, o)
}

func (a *app) exploreAll(ctx context.Context, plans []plan, o exploreOptions) error {
	w := bufio.NewWriter(a.stdout)
	code := done
	for i := range plans {
		r := explore.Explore(ctx, plans[i].src.scenario, plans[i].policy, explore.Options{World: &plans[i].world, Paths: o.paths})
		if !r.Complete {
			code = limited
		}
		if o.format == formatNDJSON {
			plans[i].writeOrders(w, &r)
		} else {
			if i > 0 {
				fmt.Fprintln(w)
			}
			plans[i].showOrders(w, &r, o, a.style)
		}
		if ctx.Err() != nil {
			code = interrupted
			break
		}
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("cannot write: %w", err)
	}
	return code.asError()
}

// showOrders writes what was found for a person.
func (p *plan) showOrders(w io.Writer, r *explore.Result, o exploreOptions, style trace.Style) {
	fmt.Fprintf(w, "%s: %s\n", style.Bold(p.policy.Name), found(r))
	for i := range r.Orders {
		order := &r.Orders[i]
		fmt.Fprintf(w, "\n%4d  %s\n", i+1, wrapped(order, 6))
		if order.Stop.Reason.Limit() {
			fmt.Fprintf(w, "      stops at the limit of %s\n", order.Stop.Reason)
		}
		if r.Complete {
			showCondition(w, r.When(i))
		}
		if values := order.Witness.Describe(p.src.scenario); len(values) > 0 {
			fmt.Fprintf(w, "      such as %s\n", strings.Join(values, ", "))
		}
		fmt.Fprintf(w, "      see it: %s\n", p.replayed(order, o))
	}
}

// maxOthers is how long a condition may be that is told only in passing.
const maxOthers = 120

// showCondition says in words when something is possible, and as a formula.
func showCondition(w io.Writer, c explore.Condition) {
	if c.Formula == "" {
		return
	}
	when, others := c.Words, ""
	switch {
	case c.Others == "":
	case c.Others == c.Formula && when == "always":
		when = "always possible, and so are others"
	case c.Others == c.Formula:
		others = "then too"
	case len(c.OthersWords) > maxOthers:
		others = "in a part of that"
	default:
		others = "when " + c.OthersWords
	}
	fmt.Fprintf(w, "      when    %s\n", when)
	if c.Formula != c.Words {
		fmt.Fprintf(w, "      that is %s\n", c.Formula)
	}
	if others != "" {
		fmt.Fprintf(w, "      others  %s\n", others)
	}
}

// found says how much was found, and never more.
func found(r *explore.Result) string {
	orders := plural(len(r.Orders), "order is possible", "orders are possible")
	switch {
	case !r.Complete:
		return fmt.Sprintf("at least %s, not complete: %s (%s)", orders, r.Why, report.Counted(r.Paths, "path"))
	case len(r.Orders) == 1:
		return fmt.Sprintf("deterministic, %s (%s)", orders, report.Counted(r.Paths, "path"))
	}
	return fmt.Sprintf("%s (%s)", orders, report.Counted(r.Paths, "path"))
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", many)
}

// wrapped is the lines of an order, comma after comma, in rows that fit.
func wrapped(order *explore.Order, indent int) string {
	if len(order.Log) == 0 {
		return "(nothing is logged)"
	}
	var b strings.Builder
	width := indent
	for i := range order.Log {
		text := order.Log[i].Text
		if i+1 < len(order.Log) {
			text += ","
		}
		size := utf8.RuneCountInString(text) + 1
		if i > 0 && width+size > 100 {
			b.WriteString("\n" + strings.Repeat(" ", indent))
			width = indent
		} else if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(text)
		width += size
	}
	return b.String()
}

// replayed is the command that shows one run of an order in full.
func (p *plan) replayed(order *explore.Order, o exploreOptions) string {
	return p.shown(runOptions{set: o.set, unknown: o.unknown, replay: order.Witness.Token(p.src.text)})
}

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
	Witness   []string `json:"witness,omitempty"`
	Token     string   `json:"token"`
}

// verdictLine closes the orders of one policy.
type verdictLine struct {
	File     string `json:"file"`
	Policy   string `json:"policy"`
	Event    string `json:"event"`
	Orders   int    `json:"orders"`
	Paths    int    `json:"paths"`
	Complete bool   `json:"complete"`
	Why      string `json:"why,omitempty"`
}

// writeOrders writes what was found as NDJSON: an object for each order, and
// one that says how much that is.
func (p *plan) writeOrders(w io.Writer, r *explore.Result) {
	out := json.NewEncoder(w)
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
		out.Encode(orderLine{
			p.src.name, p.policy.Name, "order", i + 1, log, order.Paths, order.Stop.Reason.String(),
			c.Formula, c.Words, c.Others, order.Witness.Describe(p.src.scenario), order.Witness.Token(p.src.text),
		})
	}
	out.Encode(verdictLine{p.src.name, p.policy.Name, "explored", len(r.Orders), r.Paths, r.Complete, r.Why})
}
