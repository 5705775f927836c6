package explore

import (
	"context"

	"evsim/clock"
	"evsim/internal/proof"
	"evsim/program"
	"evsim/sim"
)

// parted is a program that can leave out what some lines do not show: each run of
// the whole, as far as it logs these lines, is one of the part in which sleeps
// of the loop end anywhere in their millisecond.
type parted interface {
	Part(in program.Setting, reads func(line string) bool) (part program.Setting, ok bool)
}

// caused is a program whose statements alone may say that lines come in an order,
// in every run of it.
type caused interface {
	Follows(order *proof.Order) bool
}

// proveOfLess says of what is watched what can be said without the runs of the whole
// program: by causes alone, or else by a part of it. It is nil where that is nothing.
func proveOfLess(ctx context.Context, s program.Setting, o Options, w proof.Watch) (p *program.Proof, paths int) {
	if p := proveOfCauses(s.Program, o, w); p != nil {
		return p, 0
	}
	return proveOfPart(ctx, s, o, w)
}

// proveOfCauses says that what is watched holds by causes alone, so that no run need
// be made; nil: they do not tell.
func proveOfCauses(p program.Program, o Options, w proof.Watch) *program.Proof {
	if c, some := p.(caused); some && w.Order != nil && !o.Searched && c.Follows(w.Order) {
		return &program.Proof{Verdict: program.Proved}
	}
	return nil
}

// proveOfPart holds what is watched against every run of a part of the program that
// has all that it reads. What holds there holds; where it is broken, the run of the
// whole with the same lengths may show it. It is nil where nothing is known then.
func proveOfPart(ctx context.Context, s program.Setting, o Options, w proof.Watch) (p *program.Proof, paths int) {
	whole, some := s.Program.(parted)
	if !some || o.Whole || o.Eager || w.Reads == nil {
		return nil, 0
	}
	part, ok := whole.Part(s, w.Reads)
	if !ok {
		return nil, 0
	}
	o.loose, o.adrift = true, true
	f := newFrontier()
	why, _ := search(ctx, f, part, o.watching(w.New))
	switch {
	case f.broken != nil:
		t := trier{setting: s, seed: o.Seed, ctx: ctx}
		if run := t.lifted(ctx, *f.broken, w.New()); run != nil {
			return &program.Proof{Verdict: program.Violated, Run: run}, f.found.paths
		}
	case why == "":
		return &program.Proof{Verdict: program.Proved}, f.found.paths
	}
	return nil, f.found.paths
}

// lifted is a run of the whole program in which what is watched does not hold, with
// the lengths of a witness of a part; nil where it holds in those that are tried.
func (t *trier) lifted(ctx context.Context, w Witness, watcher proof.Watcher) *program.Observed {
	for _, long := range [...]bool{false, true} {
		l := &lift{noting: noting{replay: replay{witness: w}}, lengths: make(map[uint32][]clock.Span), long: long}
		for _, v := range w.Values {
			l.lengths[v.Of] = append(l.lengths[v.Of], v.Length)
		}
		t.setting.Run(program.Options{Seed: t.seed, Oracle: l, Sink: new(program.Observed), Wants: sim.KindsOf(sim.EventLog)})
		if run := t.simplest(ctx, l.used, watcher); run != nil {
			return run
		}
	}
	return nil
}

// lift answers a run of the whole program as a witness of a part does. Lengths that
// the part does not have are at an end of their ranges.
type lift struct {
	noting
	lengths map[uint32][]clock.Span // of the witness, by unknown
	long    bool                    // the upper end
}

// Add notes a length (clock.Oracle).
func (l *lift) Add(t clock.Instant, d clock.Range) clock.Instant {
	if d.Known() {
		return t.Add(d.Low)
	}
	length := d.Low
	if l.long {
		length = d.High
	}
	if known := l.lengths[d.Of]; len(known) > 0 {
		length, l.lengths[d.Of] = min(max(known[0], d.Low), d.High), known[1:]
	}
	l.used.Values, l.of = append(l.used.Values, Value{d.Of, length}), append(l.of, d)
	return t.Add(length)
}
