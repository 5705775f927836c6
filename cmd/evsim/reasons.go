package main

import (
	"evsim/docs"
	"evsim/model"
	"evsim/sim"
	"evsim/viewer"
	"evsim/why"
)

// maxReasoned bounds the work of reasons: events looked at, over all lines.
const maxReasoned = 2_000_000

// reasons says of each line that a run logs why it comes after the one before.
// A long run has them for its first lines only.
func reasons(events []sim.Event, p model.Policy) (out []viewer.Reason) {
	times := map[string]int{}
	var before why.Line
	looked := 0
	for i, e := range events {
		if e.Kind != sim.EventLog {
			continue
		}
		times[e.Text]++
		line := why.Line{Text: e.Text, Nth: times[e.Text]}
		if looked += i; looked > maxReasoned {
			return out
		}
		if before.Nth > 0 {
			if claims := claimsOf(events[:i+1], before, line, p); claims != nil {
				out = append(out, viewer.Reason{Event: i, Before: before.Text, Claims: claims})
			}
		}
		before = line
	}
	return out
}

func claimsOf(events []sim.Event, a, b why.Line, p model.Policy) (out []viewer.Claim) {
	r := why.Record(a, b)
	for _, e := range events {
		r.Emit(e)
	}
	explained, err := why.Explain(r, p)
	if err != nil { // the run is too long to say
		return nil
	}
	for _, c := range explained.Claims {
		out = append(out, viewer.Claim{Rule: c.Rule, Text: c.Text})
	}
	return out
}

// cite keeps the rules that a document's runs go by.
func cite(d *viewer.Document) {
	for _, rule := range docs.Rules() {
		d.Cite(viewer.Rule{ID: rule.ID, Says: rule.Says, Source: rule.Source})
	}
}
