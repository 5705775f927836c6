package document

import (
	"context"

	"evsim/clock"
	"evsim/internal/viewer"
	"evsim/sim"
	"evsim/why"
)

// maxTexts bounds the texts of a run that is to be explained, in bytes.
const maxTexts = 16 << 20

// Why says why a run logs its n-th line, from 0, where it does: before the line
// that somebody expected there, if that comes later, or else after the line
// before. It says nothing of a run that is too long to explain.
func Why(ctx context.Context, p *Plan, oracle clock.Oracle, n int, instead string) []viewer.Claim {
	kept := sink{most: viewer.MaxEvents, room: maxTexts}
	p.run(ctx, oracle, &kept, nil)
	lines, at := linesOf(kept.events)
	if n >= len(lines) || ctx.Err() != nil {
		return nil
	}
	for i := n + 1; i < len(lines); i++ {
		if lines[i].Text == instead {
			return claimsOf(kept.events[:at[i]+1], lines[n], lines[i], p.Policy)
		}
	}
	if n == 0 {
		return nil
	}
	return claimsOf(kept.events[:at[n]+1], lines[n-1], lines[n], p.Policy)
}

// linesOf is the lines that a run logs, and the events that say so.
func linesOf(events []sim.Event) (lines []why.Line, at []int) {
	times := map[string]int{}
	for i, e := range events {
		if e.Kind == sim.EventLog {
			times[e.Text]++
			lines, at = append(lines, why.Line{Text: e.Text, Nth: times[e.Text]}), append(at, i)
		}
	}
	return lines, at
}
