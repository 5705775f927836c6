package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"evsim/explore"
	"evsim/internal/budget"
	"evsim/internal/report"
	"evsim/internal/say"
	"evsim/js"
)

// merged is one exploration that was done in parts.
type merged struct {
	verdict verdictLine // of the first part that was read
	orders  []orderLine
	index   map[string]int
	of      int
	done    map[int]bool // parts that were read
	partial []string     // why parts are not complete
}

// mergeParts unites the files that parts of explorations were written to, and
// writes what an exploration that is not divided writes. The options are what is
// shown, and how; scenario is the file that the parts are of, "" for the one that
// they name.
func (a *app) mergeParts(ctx context.Context, files []string, scenario string, o exploreOptions) error {
	all, err := readParts(files)
	if err != nil {
		return err
	}
	if o.format == formatSVG && len(all) > 1 {
		return errManyPictures(len(all))
	}
	ctx, stop := a.untilInterrupted(ctx, 0)
	defer stop()
	b := budget.Budget{Memory: a.most.Memory} // who has the parts has waited for them
	within, ended := b.Within(new(js.Doing).Within(ctx))
	defer ended()
	w, err := a.destination(o.out)
	if err != nil {
		return err
	}
	defer w.discard()
	code := done
	for i, m := range all {
		if i > 0 && o.format != formatNDJSON {
			fmt.Fprintln(w)
		}
		one, err := a.writeMerged(within, m, b, scenario, o, w)
		if err != nil {
			return errors.Join(err, w.Flush())
		}
		if code == done {
			code = one
		}
	}
	if err := w.whole(); err != nil {
		return err
	}
	return code.asError()
}

// writeMerged writes one exploration.
func (a *app) writeMerged(ctx context.Context, m *merged, b budget.Budget, scenario string, o exploreOptions, w *destination) (status, error) {
	m.finish()
	o.as(m.verdict.As)
	p, err := a.planOf(m, cmp.Or(scenario, m.verdict.File), o)
	if err != nil {
		return unusable, err
	}
	parts, err := m.witnesses(p)
	if err != nil {
		return unusable, err
	}
	r := explore.Explore(ctx, p.Setting, explore.Options{Memory: b.Memory, Only: o.only, Small: a.small, Parts: parts, Lacking: word(m.verdict.Why)})
	if ctx.Err() == nil && !m.has(p, &r) {
		return unusable, say.Errorf("%s: some tokens in its parts give other orders than the parts say", report.Shown(m.verdict.File))
	}
	p.cutShort(&r)
	if err := p.writeFound(ctx, w, &r, o); err != nil {
		return unusable, err
	}
	return a.ended(ctx, &r), nil
}

// word is a text that was read, "" where there is none.
func word(text string) say.Text {
	if text == "" {
		return ""
	}
	return say.Word(text)
}

// planOf is the plan of which parts explored each its own: the same file under the
// same flags.
func (a *app) planOf(m *merged, file string, o exploreOptions) (*plan, error) {
	v := &m.verdict
	if _, err := os.Stat(file); err != nil {
		return nil, say.Errorf("the parts are of %s, which is read again: %w; say where it is with --scenario", report.Shown(v.File), reason(err))
	}
	src, err := a.loadOne(file)
	if err != nil {
		return nil, err
	}
	src.name = v.File
	if err := src.free(o.unknown); err != nil {
		return nil, err
	}
	policies, err := lookup([]string{v.Policy})
	if err != nil {
		return nil, err
	}
	plans, err := a.plan(src, policies, o.choice)
	if err != nil {
		return nil, err
	}
	p := &plans[0]
	if differs := v.Of.Differs(p.identity(o)); differs != "" {
		return nil, say.Errorf("the parts belong to another exploration than %s is now: %s", report.Shown(file), strings.ReplaceAll(differs, "there", "now"))
	}
	return p, o.checkShown(src.scenario)
}

// witnesses is those of the orders; never nil.
func (m *merged) witnesses(p *plan) ([]explore.Witness, error) {
	all := make([]explore.Witness, len(m.orders))
	for i := range m.orders {
		var err error
		if all[i], err = explore.ParseToken(m.orders[i].Token, p.src.identity()); err != nil {
			return nil, say.Errorf("%s: order %d: %w", report.Shown(m.verdict.File), i+1, err)
		}
	}
	return all, nil
}

// has reports whether a result has the orders of the parts, and no other.
func (m *merged) has(p *plan, r *explore.Result) bool {
	for i := range r.Orders {
		again := p.orderLine(i, &r.Orders[i])
		if _, known := m.index[again.key()]; !known {
			return false
		}
	}
	return len(r.Orders) == len(m.orders)
}

// readParts reads the explorations of some files.
func readParts(files []string) (all []*merged, err error) {
	for _, file := range files {
		found, err := readPart(file)
		if err != nil {
			return nil, err
		}
		for _, m := range found {
			if all, err = unite(all, m, file); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

// unite adds a part to the exploration that it belongs to.
func unite(all []*merged, part *merged, file string) ([]*merged, error) {
	v := part.verdict
	p, err := parsePart(cmp.Or(v.Shard, "1/1"))
	if err != nil {
		return nil, say.Errorf("%s: %w", file, err)
	}
	i := slices.IndexFunc(all, func(m *merged) bool { return m.verdict.File == v.File && m.verdict.Policy == v.Policy })
	if i < 0 {
		i = len(all)
		all = append(all, &merged{verdict: v, of: p.Of, index: make(map[string]int), done: make(map[int]bool)})
	}
	m := all[i]
	switch differs := unlike(v, m.verdict); {
	case differs != "":
		return nil, say.Errorf("%s: it is not a part of the same exploration of %s: %s", file, v.File, differs)
	case m.of != p.Of:
		return nil, say.Errorf("%s: it is one of %d parts, and others are of %d", file, p.Of, m.of)
	case m.done[p.Number]:
		return nil, say.Errorf("%s: part %s was given already", file, v.Shard)
	}
	m.done[p.Number] = true
	if !v.Complete {
		m.partial = append(m.partial, fmt.Sprintf("part %d: %s", p.Number, v.Why))
	}
	for _, o := range part.orders {
		m.add(o)
	}
	return all, nil
}

// key tells orders apart.
func (o *orderLine) key() string {
	return fmt.Sprintf("%s %d\n%s", o.Stop, o.Code, strings.Join(o.Log, "\n"))
}

func (m *merged) add(o orderLine) {
	key := o.key()
	at, known := m.index[key]
	if !known {
		m.index[key] = len(m.orders)
		m.orders = append(m.orders, o)
		return
	}
	// Parts that were searched to their ends have the same example. Of others the one
	// is kept that the order of the files does not decide.
	if before := m.orders[at]; cmp.Or(cmp.Compare(len(o.Token), len(before.Token)), strings.Compare(o.Token, before.Token)) < 0 {
		m.orders[at] = o
	}
}

// finish says what the parts come to.
func (m *merged) finish() {
	slices.SortFunc(m.orders, func(a, b orderLine) int {
		return cmp.Or(slices.Compare(a.Log, b.Log), cmp.Compare(a.Stop, b.Stop), cmp.Compare(a.Code, b.Code))
	})
	var missing []string
	for n := 1; n <= m.of; n++ {
		if !m.done[n] {
			missing = append(missing, fmt.Sprint(n))
		}
	}
	if len(missing) > 0 {
		m.partial = append(m.partial, "missing of "+fmt.Sprint(m.of)+" parts: "+strings.Join(missing, ", "))
	}
	slices.Sort(m.partial)
	m.verdict.Complete, m.verdict.Why = len(m.partial) == 0, strings.Join(m.partial, "; ")
}
