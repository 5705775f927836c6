package main

import (
	"evsim/docs"
	"evsim/explore"
	"evsim/internal/escape"
	"evsim/sim"
	"evsim/why"
)

// whyObject is an answer in JSON.
type whyObject struct {
	File    string    `json:"file"`
	Case    string    `json:"case,omitempty"`
	Policy  string    `json:"policy"`
	A       string    `json:"a"`
	B       string    `json:"b"`
	Verdict string    `json:"verdict"` // always, never, either, unlogged
	Proved  bool      `json:"proved"`
	Reason  string    `json:"why,omitempty"` // not proved: why not
	Orders  int       `json:"orders"`
	Narrow  bool      `json:"narrow,omitempty"` // these are of the two lines alone
	Paths   int       `json:"paths"`
	HangsOn []string  `json:"hangs_on,omitempty"`
	Sides   []whySide `json:"sides"`
	Lacking []whyLack `json:"lacking,omitempty"`
}

type whySide struct {
	First       string     `json:"first"`
	Second      string     `json:"second"`
	Orders      int        `json:"orders"`
	Condition   string     `json:"condition,omitempty"`
	When        string     `json:"when,omitempty"`
	Others      string     `json:"others,omitempty"` // where in that the other order is possible too
	Witness     []string   `json:"witness,omitempty"`
	Token       string     `json:"token"`
	Steps       []whyStep  `json:"steps"`
	Because     []whyClaim `json:"because"`
	OtherwiseBy []whyOther `json:"other_reasons,omitempty"`
}

type whyStep struct {
	Task    sim.TaskID `json:"task"`
	Cause   sim.TaskID `json:"cause"`
	Label   string     `json:"label"`
	Line    int32      `json:"line"`
	Col     int32      `json:"col"`
	SetAt   int64      `json:"set_at_ns"`
	Queue   string     `json:"queue"`
	List    int64      `json:"list_ns,omitempty"`
	Lasts   *int64     `json:"due_after_ns,omitempty"`
	RanAt   int64      `json:"ran_at_ns"`
	Turn    int64      `json:"turn"`
	Phase   string     `json:"phase"`
	LeadsTo []string   `json:"leads_to"`
}

type whyClaim struct {
	Rule    sim.Rule   `json:"rule"`
	Says    string     `json:"says"` // the rule, in general
	Source  string     `json:"source"`
	Sources []whyPlace `json:"sources"` // the places that the source names
	Kind    string     `json:"kind"`
	Text    string     `json:"text"` // the rule, in this run
	First   sim.TaskID `json:"first_task"`
	Second  sim.TaskID `json:"second_task"`
}

type whyPlace struct {
	Text string `json:"text"`
	URL  string `json:"url"`
}

type whyOther struct {
	Orders int        `json:"orders"`
	Rules  []sim.Rule `json:"rules"`
	Token  string     `json:"token"`
}

type whyLack struct {
	Orders    int      `json:"orders"`
	Without   []string `json:"without"`
	Condition string   `json:"condition,omitempty"`
	When      string   `json:"when,omitempty"`
	Token     string   `json:"token"`
}

// json writes every answer as one array.
func (w *whyWriter) json(answers []answered) {
	out := []whyObject{}
	for _, one := range answers {
		w.plan = one.plan
		out = append(out, w.object(&one.answer))
	}
	text, err := escape.JSONIndented(out)
	if err != nil {
		panic("why: " + err.Error()) // texts and numbers have JSON
	}
	w.Write(append(text, '\n')) // the writer keeps the error for Flush
}

func (w *whyWriter) object(a *why.Answer) whyObject {
	o := whyObject{
		File: w.plan.src.name, Case: w.plan.name, Policy: w.plan.Policy.Name, A: a.A.String(), B: a.B.String(), Verdict: a.Verdict.String(),
		Proved: a.Proved, Reason: a.Why.String(), Orders: a.Orders, Narrow: a.Narrow, Paths: a.Paths, HangsOn: a.HangsOn, Sides: []whySide{},
	}
	for i := range a.Sides {
		o.Sides = append(o.Sides, w.sideObject(&a.Sides[i]))
	}
	for _, l := range a.Lacking {
		lack := whyLack{Orders: l.Orders, Condition: l.Condition.Formula, When: l.Condition.Words.String(), Token: w.token(l.Witness)}
		for _, line := range l.Lines {
			lack.Without = append(lack.Without, line.String())
		}
		o.Lacking = append(o.Lacking, lack)
	}
	return o
}

func (w *whyWriter) token(witness explore.Witness) string {
	return witness.Token(w.plan.src.identity())
}

func (w *whyWriter) sideObject(s *why.Side) whySide {
	e := &s.Explanation
	out := whySide{
		First: e.First.String(), Second: e.Second.String(), Orders: s.Orders, Condition: s.Condition.Formula, When: s.Condition.Words.String(),
		Others: s.Condition.Others, Witness: s.Witness.Describe(w.plan.src.scenario), Token: w.token(s.Witness),
	}
	for i := range e.Steps {
		out.Steps = append(out.Steps, stepObject(e, &e.Steps[i]))
	}
	for _, c := range e.Claims {
		rule, _ := docs.Lookup(string(c.Rule))
		claim := whyClaim{c.Rule, rule.Says, rule.Source, []whyPlace{}, c.Kind.String(), c.Text.String(), c.First, c.Second}
		for _, place := range rule.Places() {
			claim.Sources = append(claim.Sources, whyPlace(place))
		}
		out.Because = append(out.Because, claim)
	}
	for _, other := range s.Others {
		out.OtherwiseBy = append(out.OtherwiseBy, whyOther{other.Orders, other.Rules, w.token(other.Witness)})
	}
	return out
}

func stepObject(e *why.Explanation, s *why.Step) whyStep {
	out := whyStep{
		Task: s.Task, Cause: s.Cause, Label: s.Label, Line: s.At.Line, Col: s.At.Col, SetAt: int64(s.Set.At), Queue: string(s.Queue),
		List: int64(s.List), RanAt: int64(s.Ran.At), Turn: s.Ran.Turn, Phase: string(s.Ran.Phase),
	}
	if s.Timed {
		lasts := int64(s.Lasts)
		out.Lasts = &lasts
	}
	for _, to := range s.To {
		out.LeadsTo = append(out.LeadsTo, [2]why.Line{e.First, e.Second}[to].String())
	}
	return out
}
