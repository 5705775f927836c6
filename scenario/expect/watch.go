package expect

import (
	"maps"
	"slices"
	"strings"

	"evsim/clock"
	"evsim/internal/proof"
	"evsim/sim"
)

// watcher is the machine of the rule.
func (r *Rule) watcher() *ruleWatcher {
	hole := r.Each
	if r.Kind == AtMost {
		hole = AnyNumber
	}
	out := &ruleWatcher{a: LabelOf(r.A, hole), b: LabelOf(r.B, hole), more: r.More, rule: r}
	if r.Kind == Or || r.Kind == ExactlyOne {
		out.more = append([]string{r.B}, r.More...)
	}
	if r.Each != "" {
		out.each = make(map[string]*judged)
	} else {
		out.one = &judged{machine: r.machine()}
	}
	return out
}

// farthest is how far apart a rule may want lines for that to be watched: sums
// of such lengths and of instants are still told apart.
const farthest = clock.Farthest / 2

// Watch is the rule as what is to be watched; nothing where it speaks of
// times that are too far apart.
func (r *Rule) Watch() proof.Watch {
	if r.At > farthest {
		return proof.Watch{}
	}
	w := proof.Watch{New: func() proof.Watcher { return r.watcher() }, Exact: r.Kind == Within}
	if r.Kind != Adjacent {
		w.Reads = r.watcher().speaks
	}
	if r.Kind == Before {
		w.Order = r.order()
	}
	return w
}

// order is the rule `A before B` as the order that it wants.
func (r *Rule) order() *proof.Order {
	a, b := LabelOf(r.A, r.Each), LabelOf(r.B, r.Each)
	return &proof.Order{
		Needs: func(later string) (earlier string, needs bool) {
			number, needs := b.Match(later)
			return a.With(number), needs
		},
		Begins: b.begins,
	}
}

// AnyNumber is the name of the hole that stands for any number in the labels of
// `at most`.
const AnyNumber = "n"

// Numbered is a label, in which one hole may stand for a whole number.
type Numbered struct {
	before, after string
	Holed         bool // the hole is there
}

// LabelOf is a label in which a hole of this name may stand for a number; "": none
// does.
func LabelOf(label, hole string) Numbered {
	if hole != "" {
		if before, after, ok := strings.Cut(label, "${"+hole+"}"); ok {
			return Numbered{before, after, true}
		}
	}
	return Numbered{before: label}
}

// Match reports whether a line is the label, and the number that it has.
func (l Numbered) Match(line string) (number string, ok bool) {
	if !l.Holed {
		return "", line == l.before
	}
	if len(line) < len(l.before)+len(l.after) || !strings.HasPrefix(line, l.before) || !strings.HasSuffix(line, l.after) {
		return "", false
	}
	number = line[len(l.before) : len(line)-len(l.after)]
	return number, number != "" && strings.Trim(number, "0123456789") == ""
}

// begins reports whether a line that is the label may begin like this.
func (l Numbered) begins(prefix string) bool {
	return strings.HasPrefix(l.before, prefix) || l.Holed && strings.HasPrefix(prefix, l.before)
}

// With is the label with a number.
func (l Numbered) With(number string) string {
	if !l.Holed {
		return l.before
	}
	return l.before + number + l.after
}

// ruleWatcher reads lines as a rule's labels.
type ruleWatcher struct {
	rule *Rule
	a, b Numbered
	more []string
	one  *judged
	each map[string]*judged // by number, for a rule for each
}

// judged is a machine and what it has found.
type judged struct {
	machine
	found proof.Finding
}

// Restart forgets what was read (proof.Watcher).
func (w *ruleWatcher) Restart() {
	if w.one != nil {
		w.one.restart()
		w.one.found = proof.Open
	}
	clear(w.each)
}

// Read takes a line (proof.Watcher).
func (w *ruleWatcher) Read(text string, at clock.Instant, before func(a, b clock.Instant) bool) proof.Finding {
	na, a := w.a.Match(text)
	nb, b := w.b.Match(text)
	if w.each == nil {
		w.one.take(seenLine{a: a || slices.Contains(w.more, text), b: b, at: at, before: before})
		return w.one.found
	}
	for _, n := range [...]struct {
		number string
		is     bool
	}{{na, a}, {nb, b}} {
		if n.is && w.each[n.number] == nil {
			w.each[n.number] = &judged{machine: w.rule.machine()}
		}
	}
	for _, number := range slices.Sorted(maps.Keys(w.each)) {
		m := w.each[number]
		if m.take(seenLine{a: a && na == number, b: b && nb == number, at: at, before: before}); m.found == proof.Broken {
			return proof.Broken
		}
	}
	return proof.Open
}

func (j *judged) take(l seenLine) {
	if j.found == proof.Open {
		j.found = j.read(l)
	}
}

func (j *judged) over() proof.Finding {
	if j.found == proof.Open && !j.end() {
		return proof.Broken
	}
	return j.found
}

// End says whether it holds in a run that is over (proof.Watcher).
func (w *ruleWatcher) End(sim.Stop) proof.Finding {
	if w.one != nil && w.one.over() == proof.Broken {
		return proof.Broken
	}
	for _, m := range w.each {
		if m.over() == proof.Broken {
			return proof.Broken
		}
	}
	return proof.Holds
}

// State writes what is kept (proof.Watcher).
func (w *ruleWatcher) State(to proof.StateWriter) {
	if w.one != nil {
		w.one.write(to)
		return
	}
	to.Number(uint64(len(w.each)))
	for _, number := range slices.Sorted(maps.Keys(w.each)) {
		to.Text(number)
		w.each[number].write(to)
	}
}

func (j *judged) write(to proof.StateWriter) {
	if to.Number(uint64(j.found)); j.found == proof.Open {
		j.state(to)
	}
}
