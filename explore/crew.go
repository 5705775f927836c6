package explore

import (
	"context"
	"encoding/binary"
	"slices"

	"evsim/internal/budget"
	"evsim/internal/say"
	"evsim/program"
	"evsim/sim"
)

// outcome is what the runs from one state came to.
type outcome struct {
	paths  int
	ends   []end
	states []reached
	rest   []state // what was put off
	failed say.Text
	fault  string // what went wrong in the search itself
	halted bool   // it is not all: the search is to end

	// While a watch is proved: the share of the runs that are over, one in which it
	// does not hold, and the limit that one reached in which it does.
	judged float64
	broken *Witness
	cut    sim.StopReason
}

// end is a run that ended.
type end struct {
	order Order
	share float64
}

// reached is a state that was come to.
type reached struct {
	state
	key  stateKey
	zone string
}

// explorer explores states, one at a time.
type explorer struct {
	*runner
	answers []int64
}

// runsFromState is how many runs are made from a state at once. Some states have
// millions, the first of all above others: what is more is put off, as states
// of their own, so that workers share it, and little is lost when the search
// ends there.
const runsFromState = 256

// from makes every run from a state to the next ones, or the first of them.
func (e *explorer) from(s *state) (o outcome) {
	defer func() {
		if p := recover(); p != nil {
			o = outcome{fault: faultOf(p)}
		}
	}()
	e.answers = decode(e.answers[:0], s.answers)
	e.path.restart(e.answers, s.onward)
	e.given, e.frozen = s.given, s.frozen
	known := len(e.answers)
	if s.onward {
		known--
	}
	for {
		stop := e.run()
		if e.halted(stop) {
			return outcome{halted: true, failed: e.path.failed}
		}
		o.paths++
		share := s.share * e.path.shareAfter(known)
		switch {
		case e.path.failed != "":
			o.failed = e.path.failed
			return o
		case e.atRest:
			answers, given := e.path.answers()
			o.states = append(o.states, reached{state{answers, given, false, slices.Clone(e.spans), share}, e.state, e.zone})
		case e.watcher != nil:
			if e.judge(&o, stop, share) {
				return o
			}
		default:
			w, ok := e.replayable(stop)
			if !ok {
				return outcome{halted: true}
			}
			o.ends = append(o.ends, end{Order{Log: e.lines(make([]program.Line, len(e.log))), Stop: stop, Paths: 1, Witness: w}, share})
		}
		if !e.path.next() {
			return o
		}
		if o.paths == runsFromState {
			o.rest = e.path.putOff(s, known)
			return o
		}
	}
}

// answers is what the path answered to the branches that the run asked, and how
// many these are.
func (p *path) answers() (out []byte, asked int) {
	for asked < p.depth && p.branches[asked].at < p.asked {
		asked++
	}
	return p.firstAnswers(asked), asked
}

// firstAnswers is what the path answered to its first n branches.
func (p *path) firstAnswers(n int) []byte {
	var out []byte
	for i := range p.branches[:n] {
		out = binary.AppendVarint(out, p.branches[i].value)
	}
	return out
}

// manyAnswers is how many answers of one branch are put off as a state each. More
// are put off together: which millisecond it is can have billions of answers.
const manyAnswers = 256

// putOff is what next would yet come to, as states: the answers that stand now,
// and each other one of each branch beyond the first ones. The path has to be
// restarted then.
func (p *path) putOff(s *state, known int) (rest []state) {
	whole := 1.0
	if known > 0 {
		whole = p.branches[known-1].share
	}
	part := func(n, answers int) {
		share := s.share * p.branches[n-1].share / whole * float64(answers)
		rest = append(rest, state{p.firstAnswers(n), s.given, answers > 1, s.frozen, share})
	}
	part(p.depth, 1)
	for n := p.depth; n > known; n-- {
		b := &p.branches[n-1]
		p.bounds.copyFrom(&b.saved)
		for alone := 0; b.next <= b.last; alone++ {
			b.value = b.next
			if alone == manyAnswers {
				part(n, p.remaining(b))
				break
			}
			b.next = p.following(b)
			part(n, 1)
		}
	}
	return rest
}

// remaining is how many answers a branch has from its own on.
func (p *path) remaining(b *branch) (n int) {
	if b.kind != first {
		return int(b.last-b.value) + 1
	}
	for one := *b; one.value <= one.last; one.value = p.following(&one) {
		n++
	}
	return n
}

func decode(out []int64, answers []byte) []int64 {
	for len(answers) > 0 {
		v, n := binary.Varint(answers)
		out, answers = append(out, v), answers[n:]
	}
	return out
}

// share is the part of the tree that the path's answers stand for.
func (p *path) share() float64 { return p.shareAfter(0) }

// shareAfter is the part of the tree below the first n branches.
func (p *path) shareAfter(n int) float64 {
	share := 1.0
	if p.depth > n {
		share = p.branches[p.depth-1].share
		if n > 0 {
			share /= p.branches[n-1].share
		}
	}
	return share
}

// search explores what a frontier has left. It says why when that is not all;
// failed tells that it cannot be.
func search(ctx context.Context, f *Frontier, s program.Setting, o Options) (why say.Text, failed bool) {
	working, halt := context.WithCancel(ctx)
	crew := newCrew(max(1, o.Workers), func() *explorer { return &explorer{runner: newRunner(working, s, o, true)} })
	defer crew.close()
	defer halt() // what was begun is of no use then
	told := 0
	if len(f.states) == 0 { // an earlier search ended between two generations
		f.turn()
	}
	for f.deal(o); len(f.states) > 0; f.deal(o) {
		done := 0
		for result := range crew.explore(f.states) {
			if result.fault != "" {
				f.fault, why = result.fault, failedBy(result.fault)
				break
			}
			if result.failed != "" {
				return result.failed, true
			}
			if result.halted {
				why = say.OfError(context.Cause(ctx))
				break
			}
			f.add(&result, o.Apart)
			done++
			if why = over(ctx, f, o); why != "" && (done < len(f.states) || len(f.next) > 0) {
				break
			}
			if told++; told == toldEvery {
				told = 0
				f.tell(o, done)
			}
		}
		if f.states = f.states[done:]; why != "" {
			return why, false
		}
		f.turn()
	}
	f.settle(o.Part)
	if limitsTurns(s.World) {
		return "", false
	}
	return turnLimit(f), true
}

// limitsTurns reports whether a world limits the turns of a run by other than
// the limit that every run has, so that states must tell how many there were.
func limitsTurns(w *program.World) bool { return w.Limits.Turns != 0 }

// turnLimit says what a search cannot know: states that differ only in how many
// turns or statements led to them are explored once, so one that reached its
// limit of them may stand for one that would have gone on.
func turnLimit(f *Frontier) say.Text {
	if f.cut != sim.Running {
		return say.Of("a run reached its limit of %s", f.cut)
	}
	for i := range f.found.list {
		if stop := f.found.list[i].Stop.Reason; stop == sim.LimitTurns || stop == sim.LimitStatements {
			return say.Of("a run reached its limit of %s", stop)
		}
	}
	return ""
}

// over says why a search has to end; "": it need not.
func over(ctx context.Context, f *Frontier, o Options) say.Text {
	switch {
	case f.broken != nil:
		return "what is watched does not hold"
	case ctx.Err() != nil:
		return say.OfError(context.Cause(ctx))
	case o.Paths > 0 && f.found.paths >= o.Paths:
		return pathLimit(o.Paths)
	case o.Memory > 0 && f.size >= o.Memory:
		return memoryLimit(o.Memory)
	case !f.hasRoom(ctx):
		return say.OfError(context.Cause(ctx))
	}
	return ""
}

// hasRoom makes room for the states that are found from one, before they are: a
// list that grows takes the room of two.
func (f *Frontier) hasRoom(ctx context.Context) bool {
	if len(f.next)+runsFromState <= cap(f.next) {
		return true
	}
	more := runsFromState + len(f.next)/4
	if !budget.HasRoom(ctx, int64(cap(f.next)+more)*stateItself) {
		return false
	}
	f.next = slices.Grow(f.next, more)
	return true
}

// tell reports how far the search is: done of this generation's states are.
func (f *Frontier) tell(o Options, done int) {
	if o.Progress != nil {
		o.Progress(Progress{f.found.paths, len(f.found.list), len(f.states) - done + len(f.next), f.done})
	}
	if o.Save != nil {
		rest := *f
		rest.states = f.states[done:]
		o.Save(&rest)
	}
}
