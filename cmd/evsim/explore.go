package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"evsim/explore"
	"evsim/record"
	"evsim/trace"
)

// exploreOptions are the flags of explore.
type exploreOptions struct {
	policies []string
	caseName string
	set      []string
	unknown  []string
	format   format

	budget  []string
	workers int
	shard   string
	resume  string
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
	if o.resume != "" && len(plans) > 1 {
		return fmt.Errorf("--resume keeps one exploration, and these are %d: choose with --policy and --case", len(plans))
	}
	ctx, stop := untilInterrupted(ctx)
	defer stop()
	return a.exploreAll(ctx, plans, o)
}

// exploreOne finds every order of one plan, from where an earlier exploration
// ended if it left a checkpoint.
func (a *app) exploreOne(ctx context.Context, p *plan, o exploreOptions) (explore.Result, error) {
	options, b, err := o.large()
	if err != nil {
		return explore.Result{}, err
	}
	ctx, cancel := b.within(ctx)
	defer cancel()
	options.World, options.Progress = &p.world, a.showProgress(time.Now())
	var unsaved error
	c := checkpointFor(o.resume, p, o)
	if c != nil {
		if options.Resume, err = c.read(); err != nil {
			return explore.Result{}, err
		}
		options.Save = func(left *explore.Frontier) {
			if now := time.Now(); unsaved == nil && now.Sub(c.last) >= saveEvery {
				c.last, unsaved = now, c.write(left)
			}
		}
	}
	r := explore.Explore(ctx, p.src.scenario, p.policy, options)
	if options.Progress != nil {
		fmt.Fprint(a.stderr, "\r\x1b[K")
	}
	switch {
	case c == nil || unsaved != nil:
	case r.Left != nil:
		unsaved = c.write(r.Left)
	case r.Complete:
		unsaved = c.remove()
	}
	return r, unsaved
}

func (a *app) exploreAll(ctx context.Context, plans []plan, o exploreOptions) error {
	w := bufio.NewWriter(a.stdout)
	code := done
	for i := range plans {
		r, err := a.exploreOne(ctx, &plans[i], o)
		if err != nil {
			return errors.Join(err, w.Flush())
		}
		if !r.Complete {
			code = limited
		}
		if o.format == formatNDJSON {
			plans[i].writeOrders(w, &r, o.shard)
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
	fmt.Fprintf(w, "%s: %s\n", style.Bold(p.policy.Name), record.Found(r))
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

// wrapped is the lines of an order, comma after comma, in rows that fit.
func wrapped(order *explore.Order, indent int) string {
	texts := make([]string, len(order.Log))
	for i := range order.Log {
		texts[i] = order.Log[i].Text
	}
	return wrappedTexts(texts, indent)
}

func wrappedTexts(texts []string, indent int) string {
	if len(texts) == 0 {
		return "(nothing is logged)"
	}
	var b strings.Builder
	width := indent
	for i, text := range texts {
		if i+1 < len(texts) {
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
	Shard    string `json:"shard,omitempty"`
	Sum      string `json:"sum"` // of the file, so that parts of other versions are noticed
}

// writeOrders writes what was found as NDJSON: an object for each order, and
// one that says how much that is.
func (p *plan) writeOrders(w io.Writer, r *explore.Result, shard string) {
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
	out.Encode(verdictLine{p.src.name, p.policy.Name, "explored", len(r.Orders), r.Paths, r.Complete, r.Why, shard, fmt.Sprintf("%08x", crc32.ChecksumIEEE(p.src.text))})
}
