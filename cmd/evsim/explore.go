package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"evsim/explore"
	"evsim/internal/budget"
	"evsim/internal/document"
	"evsim/internal/report"
	"evsim/internal/say"
	"evsim/internal/trace"
	"evsim/js"
	"evsim/scenario"
	"evsim/scenario/expect"
	"evsim/scenario/syntax"
	"evsim/sim"
)

// exploreOptions are the flags of explore.
type exploreOptions struct {
	choice
	only   []string
	format format

	summary bool   // orders are summed up, however few they are
	listed  bool   // they are not, however many
	where   string // a rule: the orders in which it holds
	limit   int    // how many are shown; 0: as many as is usual

	budget   []string
	budgeted bool // it was given
	workers  int
	shard    string
	resume   string
	out      string // "": standard output
	stats    bool   // what the search took goes to standard error

	probability int  // how many runs are drawn for likelihoods
	likely      bool // they are asked for
	seed        uint64
	seeded      bool // it was given
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
	plans, err := a.plan(src, policies, o.choice)
	if err != nil {
		return err
	}
	for _, line := range o.only {
		if err := checkLogged(src.scenario, "--only", line); err != nil {
			return err
		}
	}
	if err := errors.Join(o.checkShown(src.scenario), o.checkLikely()); err != nil {
		return err
	}
	if o.format == formatSVG && len(plans) > 1 {
		return errManyPictures(len(plans))
	}
	if o.resume != "" && len(plans) > 1 {
		return say.Errorf("--resume saves one exploration, but there are %d: choose with --policy and --case", len(plans))
	}
	ctx, stop := a.untilInterrupted(ctx, 0)
	defer stop()
	return a.exploreAll(ctx, plans, o)
}

// checkLogged refuses a line that no statement of the scenario logs; flag says who
// names it.
func checkLogged(s *scenario.Scenario, flag, line string) error {
	if s.Logs(line) {
		return nil
	}
	if hint := syntax.NeverLogged(&s.Tree, line); hint != "" {
		return say.Errorf("%s: no statement logs %q; %s", flag, line, hint)
	}
	return say.Errorf("%s: no statement logs %q", flag, line)
}

// checkRuleLogged refuses a rule with a line that no statement logs. A line with
// ${...} in it stands for others, which are known once it is bound.
func checkRuleLogged(s *scenario.Scenario, flag string, r *expect.Rule) error {
	for _, line := range r.Lines() {
		if strings.Contains(line, "${") {
			continue
		}
		if err := checkLogged(s, flag, line); err != nil {
			return err
		}
	}
	return nil
}

// exploreOne finds every order of one plan, from where an earlier exploration
// ended if it left a checkpoint, and has it written. The checkpoint stays until
// what was found has been written.
func (a *app) exploreOne(ctx context.Context, p *plan, o exploreOptions, b budget.Budget, w *destination) (status, error) {
	options, err := o.large()
	if err != nil {
		return unusable, err
	}
	options.Paths, options.Memory, options.Only, options.Small, options.PerPart = b.Paths, b.Memory, o.only, a.small, a.perPart
	within, done := b.Within(new(js.Doing).Within(ctx))
	defer done()
	if o.resume == "" { // or else what was found would be lost
		defer a.lastly(within, js.DoingOf(within), b, hardlyEver)()
	}
	c, left, err := a.checkpoint(within, p, o)
	switch {
	case errors.Is(err, budget.ErrSpent): // as it was read: it stays
		a.complain(err)
		p.late = errors.Is(within.Err(), context.DeadlineExceeded)
		return limited, exit(limited)
	case err != nil:
		return unusable, err
	}
	options.Progress, options.Resume = a.showProgress(time.Now()), left
	if c != nil {
		options.Save = c.save
	}
	searched, began := a.searching(within), time.Now()
	p.likely = p.drawn(within, o, options.Workers)
	r := explore.Explore(within, p.Setting, options)
	searched()
	took := time.Since(began)
	p.cutShort(&r)
	p.likely.estimate(within, &r)
	if options.Progress != nil {
		fmt.Fprint(a.errBare, "\r\x1b[K")
	}
	kept := c != nil && c.keep(r.Kept())
	if o.stats {
		a.tellSearch(p, &r, took)
	}
	if err := p.writeFound(within, w, &r, o); err != nil {
		return unusable, err
	}
	if err := a.written(w, c, kept); err != nil {
		return unusable, err
	}
	switch {
	case c == nil || r.Left != nil || r.Untold != "" || within.Err() != nil: // not all is told
	case kept && w.name == "" && perhapsClosed(a.bare):
		a.complain(say.Errorf("warning: standard output is closed, or thrown away; the same command gives the result from %s", c.path))
	default:
		if err := c.remove(); err != nil {
			return unusable, err
		}
	}
	code := a.ended(ctx, &r)
	p.late = code == limited && errors.Is(within.Err(), context.DeadlineExceeded)
	return code, nil
}

// cutShort takes back that orders are complete where some stop at a limit of the run
// that the scenario neither gives nor expects: nobody knows how these go on.
func (p *plan) cutShort(r *explore.Result) {
	at := slices.IndexFunc(r.Orders, func(o explore.Order) bool { return p.surprising(o.Stop) && !p.World.Limits.Give(o.Stop.Reason) })
	if r.Complete && at >= 0 {
		r.Complete, r.Why = false, say.Of("a run stops at its limit of %s, and what comes after that is not known", r.Orders[at].Stop.Reason)
	}
}

// ended is the exit code of an exploration, of which evsim's own failure is
// told.
func (a *app) ended(ctx context.Context, r *explore.Result) status {
	switch {
	case r.Fault != "":
		a.complain(say.Errorf("this is a bug in evsim, not in your scenario; please report it with the scenario, the command and this line: %s; %s", r.Fault, buildName()))
		return unusable
	case ctx.Err() != nil:
		return interrupted
	case !r.Complete || r.Untold != "":
		return limited
	}
	return done
}

// written makes sure that all was written. Where it cannot be, the checkpoint
// stays, if there is one.
func (a *app) written(w *destination, c *checkpoint, kept bool) error {
	if c == nil { // what other plans come to may follow
		if err := w.Flush(); err != nil {
			return say.Errorf("cannot write: %w", err)
		}
		return nil
	}
	err := w.whole()
	switch {
	case err == nil:
		return nil
	case kept:
		a.complain(say.Errorf("%w; nothing is lost: the same command continues from %s", err, c.path))
	case c.there:
		a.complain(say.Errorf("%w; and %s could not be written again: the same command continues from what it has, and what was found since is lost", err, c.path))
	default:
		a.complain(say.Errorf("%w; and %s could not be written: what was found is lost", err, c.path))
	}
	if errors.Is(err, syscall.EPIPE) {
		return exit(unread)
	}
	return exit(unusable)
}

func (a *app) exploreAll(ctx context.Context, plans []plan, o exploreOptions) error {
	b, err := a.exploreBudget(o)
	if err != nil {
		return err
	}
	w, err := a.destination(o.out)
	if err != nil {
		return err
	}
	defer w.discard()
	code := done
	begin := time.Now()
	for i := range plans {
		if i > 0 && o.format != formatNDJSON {
			fmt.Fprintln(w)
		}
		one, err := a.exploreOne(ctx, &plans[i], o, b.Share(b.Time-time.Since(begin), len(plans)-i), w)
		if err != nil {
			a.tellLonger(plans, o)
			return errors.Join(err, w.Flush())
		}
		if one != done && (code == done || code == limited) {
			code = one
		}
		if ctx.Err() != nil {
			break
		}
	}
	if err := w.whole(); err != nil {
		return err
	}
	a.tellLonger(plans, o)
	return code.asError()
}

// showOrders writes what was found for a person: every order, or what they have
// in common where they are many.
func (p *plan) showOrders(ctx context.Context, w io.Writer, r *explore.Result, o exploreOptions, style trace.Style) {
	p.lang.Fprintf(w, "%s: %s\n", style.Bold(p.Policy.Name), document.Found(r))
	at := o.shownOrders(r)
	if o.where != "" {
		p.lang.Fprintf(w, "%d of these with %s%s\n", len(at), report.Shown(o.where), p.ofShown())
	}
	p.showLikely(w)
	var rest say.Text
	limit := o.limit
	if o.sums(len(at)) && len(at) > 0 {
		p.showSummary(ctx, w, r, at, o)
		if o.limit == 0 {
			at = []int{p.usualOrder(r, at)}
			rest = "\none of them is shown: --limit N shows N of them, --where 'A before B' shows some, --summary=false shows all\n"
		}
	}
	if limit > 0 && limit < len(at) {
		rest = say.Of("\n%d of %d are shown: --limit %d shows them all\n", limit, len(at), len(at))
		at = at[:limit]
	}
	if o.shard == "" {
		exemplify(ctx, r, at)
	}
	for _, i := range at {
		p.showOrder(w, r, i, o)
	}
	io.WriteString(w, p.lang.Say(rest))
	if why := cmp.Or(r.Untold, r.LeftOut); why != "" {
		p.lang.Fprintf(w, "\nnot all conditions and examples were searched for: %s\n", why)
	}
}

// showOrder writes one order.
func (p *plan) showOrder(w io.Writer, r *explore.Result, i int, o exploreOptions) {
	order := &r.Orders[i]
	fmt.Fprintf(w, "\n%4d  %s\n", i+1, wrapped(p.lang, order, 6))
	switch {
	case order.Stop.Reason.Limit():
		p.lang.Fprintf(w, "      stops at the limit of %s\n", order.Stop.Reason)
	case order.Stop.Reason == sim.Waiting:
		p.lang.Fprintf(w, "      waits for ever: %s\n", order.Stop.Explain())
	case order.Stop.Code != r.Orders[0].Stop.Code || order.Stop.Code != r.Orders[len(r.Orders)-1].Stop.Code:
		p.lang.Fprintf(w, "      ends with exit code %d\n", order.Stop.Code)
	}
	p.showLikelihood(w, i)
	if r.Complete {
		showCondition(w, p.lang, r.When(i))
	}
	if values := order.Witness.Describe(p.src.scenario); len(values) > 0 {
		p.lang.Fprintf(w, "      such as %s\n", strings.Join(values, ", "))
	}
	p.lang.Fprintf(w, "      see it: %s\n", p.replayed(order, o))
}

// maxOthers is how long a condition may be that is told only in passing.
const maxOthers = 120

// showCondition says in words when something is possible, and as a formula.
func showCondition(w io.Writer, l *say.Language, c explore.Condition) {
	if c.Formula == "" {
		return
	}
	when, others := c.Words, say.Text("")
	switch {
	case c.Others == "":
	case c.Others == c.Formula && c.Formula == "always" && when == "always":
		when = "always possible, and so are others"
	case c.Others == c.Formula && c.Formula == "always":
		when = say.Of("always possible %s, and so are others", when)
	case c.Others == c.Formula:
		others = "then too"
	case len(c.OthersWords.String()) > maxOthers:
		others = "in a part of that"
	default:
		others = say.Of("when %s", c.OthersWords)
	}
	l.Fprintf(w, "      when    %s\n", when)
	if c.Formula != c.Words.String() {
		l.Fprintf(w, "      that is %s\n", c.Formula)
	}
	if others != "" {
		l.Fprintf(w, "      others  %s\n", others)
	}
}

// wrapped is the lines of an order, comma after comma, in rows that fit.
func wrapped(l *say.Language, order *explore.Order, indent int) string {
	texts := make([]string, len(order.Log))
	for i := range order.Log {
		texts[i] = order.Log[i].Text
	}
	return wrappedTexts(l, texts, indent)
}

func wrappedTexts(l *say.Language, texts []string, indent int) string {
	if len(texts) == 0 {
		return l.Say("(nothing is logged)")
	}
	var b strings.Builder
	width := indent
	for i, text := range texts {
		text = report.Shown(text)
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
	return p.shown(runOptions{choice: o.choice, replay: order.Witness.Token(p.src.identity())})
}
