package answer

import (
	"bytes"
	"context"

	"evsim/clock"
	"evsim/internal/document"
	"evsim/internal/trace"
	"evsim/program"
	"evsim/sim"
)

// picturing is what picture is asked: a run of the first policy.
type picturing struct {
	wanted
	Moving bool `json:"moving"` // one callback after the other
}

// pictured is what picture answers.
type pictured struct {
	Problems []problem `json:"problems"`
	Notes    []both    `json:"notes"`
	SVG      string    `json:"svg"` // "" when the problems or notes say why
}

// picture draws a run, as evsim trace --format svg does.
func (s *Answerer) picture(ctx context.Context, q *picturing) (pictured, error) {
	r, err := s.record(q.written, q.Policies, q.Case, q.Seed, s.Single)
	if err != nil {
		return pictured{}, err
	}
	done := r.done()
	out := pictured{Problems: done.Problems, Notes: done.Notes}
	if len(r.plans) > 0 {
		var oracle clock.Oracle
		if q.Seed != 0 {
			oracle = clock.NewSampler(q.Seed)
		}
		out.SVG, err = drawn(ctx, &r.plans[0], oracle, q.Moving)
	}
	return out, err
}

// drawn is the picture of a run.
func drawn(ctx context.Context, p *document.Plan, oracle clock.Oracle, moving bool) (string, error) {
	var text bytes.Buffer
	var w trace.Writer = trace.NewSVG(&text)
	if moving {
		w = trace.NewMovingSVG(&text)
	}
	w.Begin(p.Heading())
	stop := p.Run(program.Options{Seed: p.Command.Seed, Oracle: oracle, Sink: w, Wants: w.Kinds(), Halt: func() bool { return ctx.Err() != nil }, Until: ctx})
	if stop.Reason == sim.Abandoned {
		return "", context.Cause(ctx)
	}
	why := ""
	if stop.Reason.Endless() {
		why = stop.Explain().String()
	}
	if err := w.End(stop, why); err != nil {
		return "", err
	}
	return text.String(), nil
}
