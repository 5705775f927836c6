package explore

import (
	"context"

	"evsim/clock"
	"evsim/internal/proof"
	"evsim/internal/say"
	"evsim/program"
	"evsim/sim"
)

// errShare is why a proof ended before the time for all of them was over.
var errShare = say.Errorf("its share of the time for the scenario was over")

// simplestRuns is how many runs are made to find a simpler world in which
// something does not hold.
const simplestRuns = 400

// simplest is the run of a witness in which what is watched does not hold, or
// of a simpler one: choices become the usual ones and lengths the shortest that
// there are, one after the other, as long as it does not hold then. It is nil where it holds in the run of the
// witness itself.
func (t *trier) simplest(ctx context.Context, w Witness, watcher proof.Watcher) *program.Observed {
	best := t.observe(w)
	if found, _ := best.run.Follow(watcher); found != proof.Broken {
		return nil
	}
	runs := 0
	try := func(change func(*Witness)) bool {
		if runs++; runs > simplestRuns || ctx.Err() != nil {
			return false
		}
		candidate := Witness{append([]Value(nil), best.witness.Values...), append([]Pick(nil), best.witness.Picks...)}
		change(&candidate)
		other := t.observe(candidate)
		if !other.witness.cost().below(best.witness.cost()) {
			return false
		}
		if found, _ := other.run.Follow(watcher); found != proof.Broken {
			return false
		}
		best = other
		return true
	}
	for better := true; better; {
		better = false
		for i := 0; i < len(best.witness.Picks); i++ {
			better = best.witness.Picks[i].Number != 0 && try(func(w *Witness) { w.Picks[i].Number = 0 }) || better
		}
		for i := 0; i < len(best.witness.Values); i++ {
			for _, length := range shorter(best.of[i], best.witness.Values[i].Length) {
				if try(func(w *Witness) { w.Values[i].Length = length }) {
					better = true
					break
				}
			}
		}
	}
	best.run.Origin = best.witness
	return best.run
}

// shorter is what is tried in the place of a length: the least that it can be,
// and what is simple above that.
func shorter(of clock.Range, length clock.Span) (out []clock.Span) {
	for _, candidate := range [...]clock.Span{of.Low, simplest(of.Low, of.High), simplest(of.Low, length)} {
		if candidate != length {
			out = append(out, candidate)
		}
	}
	return out
}

// tried is a run with all that decided it.
type tried struct {
	run     *program.Observed
	witness Witness
	of      []clock.Range // of the witness's values
}

// observe makes the run of a witness, and takes down the lengths and choices
// that it has used.
func (t *trier) observe(w Witness) tried {
	noted := &noting{replay: replay{witness: w}}
	run := &program.Observed{}
	run.Stop = t.setting.Run(program.Options{Seed: t.seed, Oracle: noted, Sink: run, Wants: sim.KindsOf(sim.EventLog)})
	return tried{run, noted.used, noted.of}
}

// noting is a replay that takes down what it answers.
type noting struct {
	replay
	used Witness
	of   []clock.Range
}

// Add notes a length (clock.Oracle).
func (n *noting) Add(t clock.Instant, d clock.Range) clock.Instant {
	end := n.replay.Add(t, d)
	if !d.Known() {
		length, _ := n.Sub(end, t)
		n.used.Values, n.of = append(n.used.Values, Value{d.Of, length}), append(n.of, d)
	}
	return end
}

// Pick notes a choice (clock.Oracle).
func (n *noting) Pick(q clock.Question, of int) int {
	number := n.replay.Pick(q, of)
	n.used.Picks = append(n.used.Picks, Pick{q, number, of})
	return number
}
