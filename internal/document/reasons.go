package document

import (
	"context"
	"sync"

	"evsim/docs"
	"evsim/internal/say"
	"evsim/internal/viewer"
	"evsim/model"
	"evsim/sim"
	"evsim/why"
)

// reasons says of each line that a run logs why it comes after the one before,
// as far as the limits allow.
func (r *Recorder) reasons(ctx context.Context, events []sim.Event, p model.Policy) (out []viewer.Reason) {
	why.Successive(events, p, r.limits.Looked, func(event int, e why.Explanation) bool {
		if r.Full() || ctx.Err() != nil {
			return false
		}
		out = append(out, r.measured(viewer.Reason{Event: event, Before: e.First.Text, Claims: claimsIn(e)}))
		return true
	})
	return out
}

// measured counts what a reason takes.
func (r *Recorder) measured(reason viewer.Reason) viewer.Reason {
	r.size += len(reason.Before) + 40
	for _, c := range reason.Claims {
		r.size += len(c.Rule) + c.Text.Size() + 38
	}
	return reason
}

func claimsIn(e why.Explanation) (out []viewer.Claim) {
	for _, c := range e.Claims {
		out = append(out, viewer.Claim{Rule: string(c.Rule), Text: say.InBoth(c.Text)})
	}
	return out
}

// claimsOf is why one line of a run comes before another.
func claimsOf(events []sim.Event, a, b why.Line, p model.Policy) []viewer.Claim {
	r := why.Record(a, b)
	for _, e := range events {
		r.Emit(e)
	}
	explained, err := r.Explain(p)
	if err != nil { // the run is too long to say
		return nil
	}
	return claimsIn(explained)
}

// Cite keeps the rules that the document's runs go by; it comes after the runs.
func (r *Recorder) Cite() {
	for _, rule := range docs.Rules() {
		r.Document.Cite(Rule(rule))
	}
}

// chinese is what each rule says in Chinese, by its id.
var chinese = sync.OnceValue(docs.Chinese)

// Rule is a rule as the viewer shows it.
func Rule(r docs.Rule) viewer.Rule {
	out := viewer.Rule{ID: r.ID, Says: r.Says, Chinese: chinese()[r.ID]}
	for _, source := range r.Sources() {
		out.Sources = append(out.Sources, viewer.Source(source))
	}
	return out
}
