package answer

import (
	"context"

	"evsim/internal/document"
)

// exploring is what explore is asked.
type exploring struct {
	written
	Policies []string `json:"policies"`
	Case     string   `json:"case"`
}

// found says how much was found for one policy.
type found struct {
	Policy        string `json:"policy"`
	Orders        int    `json:"orders"`
	Shown         int    `json:"shown"` // how many of them the document has
	Complete      bool   `json:"complete"`
	Deterministic bool   `json:"deterministic"`
	Says          both   `json:"says"`
}

// explored is what explore answers.
type explored struct {
	recorded
	Found []found `json:"found"`
}

// explore records every order that is possible under each policy.
func (s *Answerer) explore(ctx context.Context, q *exploring) (explored, error) {
	r, err := s.record(q.written, q.Policies, q.Case, 0, s.Searched)
	if err != nil {
		return explored{}, err
	}
	all := []found{}
	for i := range r.plans {
		name := r.plans[i].Policy.Name
		if i > 0 && (r.Full() || ctx.Err() != nil) {
			r.note("%s is left out: %s", name, r.why(ctx))
			continue
		}
		result, shown := r.Orders(ctx, &r.plans[i])
		all = append(all, found{name, len(result.Orders), shown, result.Complete, result.Complete && len(result.Orders) == 1, said(document.Found(&result))})
		if shown < len(result.Orders) {
			r.note("%s: %d of %d orders are shown", name, shown, len(result.Orders))
		}
	}
	if r.Recorder != nil {
		r.Decide(ctx)
	}
	return explored{r.done(), all}, nil
}
