package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"evsim/explore"
	"evsim/internal/document"
	"evsim/internal/report"
	"evsim/internal/say"
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

// mergeParts unites the files that parts of explorations were written to.
func (a *app) mergeParts(files []string, out string, f format) error {
	var all []*merged
	for _, file := range files {
		found, err := readPart(file)
		if err != nil {
			return err
		}
		for _, m := range found {
			if all, err = unite(all, m, file); err != nil {
				return err
			}
		}
	}
	w, err := a.destination(out)
	if err != nil {
		return err
	}
	defer w.discard()
	code := done
	for i, m := range all {
		m.finish()
		if !m.verdict.Complete {
			code = limited
		}
		if f == formatNDJSON {
			m.writeNDJSON(w)
			continue
		}
		if i > 0 {
			fmt.Fprintln(w)
		}
		m.writeText(w, a.lang, w.style.Bold)
	}
	if err := w.whole(); err != nil {
		return err
	}
	return code.asError()
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
		all[i].verdict.Paths = 0
	}
	m := all[i]
	switch differs := unlike(v, m.verdict); {
	case differs != "":
		return nil, say.Errorf("%s: it is no part of the same exploration of %s: %s", file, v.File, differs)
	case m.of != p.Of:
		return nil, say.Errorf("%s: it is one of %d parts, and others are of %d", file, p.Of, m.of)
	case m.done[p.Number]:
		return nil, say.Errorf("%s: part %s was given already", file, v.Shard)
	}
	if v.Paths > math.MaxInt-m.verdict.Paths {
		return nil, say.Errorf("%s: %w", file, errAlien)
	}
	m.done[p.Number] = true
	m.verdict.Paths += v.Paths
	if !v.Complete {
		m.partial = append(m.partial, fmt.Sprintf("part %d: %s", p.Number, v.Why))
	}
	for _, o := range part.orders {
		if !m.add(o) {
			return nil, say.Errorf("%s: %w", file, errAlien)
		}
	}
	return all, nil
}

// add is false where the paths of an order are more than can be counted.
func (m *merged) add(o orderLine) bool {
	key := o.Stop + "\n" + strings.Join(o.Log, "\n")
	at, known := m.index[key]
	if !known {
		m.index[key] = len(m.orders)
		m.orders = append(m.orders, o)
		return true
	}
	if o.Paths > math.MaxInt-m.orders[at].Paths {
		return false
	}
	paths := m.orders[at].Paths + o.Paths
	// Of two witnesses the one is kept that the order of the files does not decide.
	if before := m.orders[at]; cmp.Or(cmp.Compare(len(o.Token), len(before.Token)), strings.Compare(o.Token, before.Token)) < 0 {
		m.orders[at] = o
	}
	m.orders[at].Paths = paths
	return true
}

// finish says what the parts come to.
func (m *merged) finish() {
	slices.SortFunc(m.orders, func(a, b orderLine) int { return cmp.Or(slices.Compare(a.Log, b.Log), cmp.Compare(a.Stop, b.Stop)) })
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
	m.verdict.Orders, m.verdict.Shard = len(m.orders), ""
	m.verdict.Complete, m.verdict.Why = len(m.partial) == 0, strings.Join(m.partial, "; ")
	for i := range m.orders {
		m.orders[i].Order = i + 1
		// One part does not know where the others' orders are possible.
		m.orders[i].Condition, m.orders[i].When, m.orders[i].Others, m.orders[i].Some = "", "", "", nil
	}
}

func (m *merged) writeNDJSON(w io.Writer) { writeLines(w, m.orders, m.verdict) }

func (m *merged) writeText(w io.Writer, l *say.Language, bold func(string) string) {
	v := m.verdict
	l.Fprintf(w, "%s, %s: %s\n", report.Shown(v.File), bold(v.Policy), document.Found(&explore.Result{
		Orders: make([]explore.Order, len(m.orders)), Paths: v.Paths, Complete: v.Complete, Why: say.Word(v.Why),
	}))
	for _, o := range m.orders {
		l.Fprintf(w, "\n%4d  %s\n", o.Order, wrappedTexts(l, o.Log, 6))
		if len(o.Witness) > 0 {
			l.Fprintf(w, "      such as %s\n", strings.Join(o.Witness, ", "))
		}
		l.Fprintf(w, "      token   %s (%s)\n", o.Token, say.Counted("1 path", "%d paths", o.Paths))
	}
}
