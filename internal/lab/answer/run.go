package answer

import (
	"context"

	"evsim/clock"
	"evsim/internal/document"
	"evsim/internal/say"
	"evsim/internal/viewer"
	"evsim/sim"
)

// wanted is what run and explore are asked.
type wanted struct {
	written
	Policies []string `json:"policies"` // none: those of the scenario
	Case     string   `json:"case"`
	Seed     uint64   `json:"seed"`   // 0: low ends
	Replay   string   `json:"replay"` // the token of an order that explore found; "": none
}

// recorded is what run answers.
type recorded struct {
	Problems []problem        `json:"problems"`
	Document *viewer.Document `json:"document"` // null when the problems say why
	Notes    []both           `json:"notes"`
}

// recording is what is needed to answer run and explore; its document is nil
// when there is nothing to run.
type recording struct {
	*document.Recorder
	plans  []document.Plan
	answer recorded
}

// record makes ready to record what was asked for.
func (s *Answerer) record(of written, policies []string, caseName string, seed uint64, most Work) (*recording, error) {
	sc, problems, err := s.read(of, most)
	if err != nil {
		return nil, err
	}
	r := &recording{answer: recorded{Problems: problems, Notes: []both{}}}
	if sc == nil {
		return r, nil
	}
	chosen, notes, err := s.chosen(sc, policies)
	if err != nil {
		return nil, err
	}
	r.answer.Notes = append(r.answer.Notes, inBothAll(notes)...)
	if r.plans, err = plans(sc, of, caseName, seed, chosen); err != nil {
		return nil, err
	}
	if len(chosen) == 0 {
		r.answer.Notes = append(r.answer.Notes, said(noRuntime))
		return r, nil
	}
	r.Recorder = document.New(of.file(), sc, []byte(of.Source), document.Limits{Events: s.Events, Looked: s.Looked, Size: s.Limits.Answer / 2, Orders: s.Orders, Paths: s.Paths, Memory: s.Memory})
	return r, nil
}

func (r *recording) note(format say.Format, args ...any) {
	r.answer.Notes = append(r.answer.Notes, said(say.Of(format, args...)))
}

// done is the answer, with the rules that the runs go by.
func (r *recording) done() recorded {
	if r.Recorder != nil {
		r.Cite()
		r.answer.Document = r.Document
	}
	return r.answer
}

// run makes one run under each policy.
func (s *Answerer) run(ctx context.Context, q *wanted) (recorded, error) {
	if q.Replay != "" {
		return s.replay(ctx, q)
	}
	r, err := s.record(q.written, q.Policies, q.Case, q.Seed, s.Single)
	if err != nil {
		return recorded{}, err
	}
	for i := range r.plans {
		if i > 0 && (r.Full() || ctx.Err() != nil) {
			r.note("%s is left out: %s", r.plans[i].Policy.Name, r.why(ctx))
			continue
		}
		var oracle clock.Oracle
		if q.Seed != 0 {
			oracle = clock.NewSampler(q.Seed)
		}
		if stop := r.Run(ctx, &r.plans[i], oracle); stop.Reason == sim.Abandoned {
			r.note("%s: %s", r.plans[i].Policy.Name, stop.Cut(context.Cause(ctx)))
		}
	}
	return r.done(), nil
}

// replay makes the run of one order again.
func (s *Answerer) replay(ctx context.Context, q *wanted) (recorded, error) {
	r, err := s.record(q.written, q.Policies, q.Case, 0, s.Searched)
	if err != nil {
		return recorded{}, err
	}
	if len(r.plans) == 0 {
		return r.done(), nil
	}
	if _, err := r.Replay(ctx, &r.plans[0], q.Replay); err != nil {
		return recorded{}, Refuse(statusBadRequest, "", "the order cannot be run again: %s", err)
	}
	return r.done(), nil
}

// why says why nothing more is recorded.
func (r *recording) why(ctx context.Context) say.Text {
	if ctx.Err() != nil {
		return say.OfError(context.Cause(ctx))
	}
	return "the answer is large enough"
}

// noRuntime is a note.
const noRuntime say.Text = "no runtime that was chosen has all that the script uses"

// inBothAll is texts in each language.
func inBothAll(texts []say.Text) []both {
	out := make([]both, len(texts))
	for i, t := range texts {
		out[i] = said(t)
	}
	return out
}
