package viewer

import (
	"slices"

	"evsim/clock"
	"evsim/internal/say"
	"evsim/internal/trace"
	"evsim/sim"
)

// MaxEvents is how many events of one run a document holds; what comes later is
// counted, not kept.
const MaxEvents = 250_000

// Document is everything that the viewer shows: one scenario and its runs. Its
// JSON is what the page reads.
type Document struct {
	File   string     `json:"file"`
	Title  say.Both   `json:"title"`
	Text   string     `json:"text"`  // the scenario's source
	Kinds  []string   `json:"kinds"` // of events, named by number
	Runs   []Run      `json:"runs"`
	Texts  []string   `json:"texts"`  // texts, named by number
	Places [][2]int32 `json:"places"` // lines and columns, named by number; the first is no place

	Rules    []Rule   `json:"rules"` // those that the runs and searches name
	Searches []Search `json:"searches,omitempty"`

	texts  map[string]int32
	places map[sim.Pos]int32
}

// Run is one run: who ran it, how it ended, and its events by columns. Numbers
// that mostly grow are written as differences, which pack well.
type Run struct {
	Policy    string   `json:"policy"`
	Versions  say.Both `json:"versions"`
	Case      string   `json:"case,omitempty"`
	Condition say.Both `json:"condition,omitzero"` // of an explored order: when it happens
	Formula   string   `json:"formula,omitempty"`  // the same, exactly
	Example   string   `json:"example,omitempty"`  // of an explored order: with which lengths and choices this run has it
	Likely    string   `json:"likely,omitempty"`   // of an explored order: how likely it is, where lengths have distributions
	Order     int      `json:"order,omitempty"`    // of an explored order: its number, from 1
	Command   string   `json:"command"`            // shows the run in text
	Reason    string   `json:"reason"`             // why the run ended
	Limit     bool     `json:"limit,omitempty"`    // it reached a limit
	Code      int      `json:"code"`
	Process   bool     `json:"process,omitempty"`
	Error     say.Both `json:"error,omitzero"`
	Why       say.Both `json:"why,omitzero"`
	LeftOut   int      `json:"leftOut,omitempty"` // events that are not here

	Reasons []Reason            `json:"reasons"`
	General map[string]sim.Rule `json:"general,omitempty"` // rules by kinds of events: see why.General
	Ruled   []int               `json:"ruled"`             // for each rule that decided an event, which one; differences
	RuledBy []int32             `json:"ruledBy"`           // those rules, of Texts
	Queues  []sim.Place         `json:"queues"`            // every queue that the policy has, in a reader's order
	Lanes   []Lane              `json:"lanes"`             // the same, in the order in which they are served
	Lists   bool                `json:"lists,omitempty"`   // what runs between callbacks waits for a whole list of timers or immediates

	Kind  []int   `json:"kind"`
	At    []int64 `json:"at"`    // nanoseconds of true time; differences
	Turn  []int64 `json:"turn"`  // differences
	Phase []int32 `json:"phase"` // of Texts
	Task  []int64 `json:"task"`  // differences
	Cause []int64 `json:"cause"` // Task minus cause
	Label []int32 `json:"label"` // of Texts
	Place []int32 `json:"place"` // of Places
	List  []int64 `json:"list"`  // of each enqueue: nanoseconds
	Due   []int64 `json:"due"`   // of each enqueue: nanoseconds from its time; of each poll: how long it may wait; -1: unknown, without end

	last  sim.Event
	ruled int // the last event that has a rule
}

// Lane is where callbacks wait, as a reader sees it.
type Lane struct {
	In     string      `json:"in"`     // "between" callbacks, in the "loop", or "outside" of it
	Kind   string      `json:"kind"`   // of what waits there, such as "timer"; "task": any
	Queues []sim.Place `json:"queues"` // the first names the lane; queues may have numbers or lengths behind these names
}

// Reason is why a line of the log comes after the line before it.
type Reason struct {
	Event  int     `json:"event"`  // which logs the line; from 0
	Before string  `json:"before"` // the line before
	Claims []Claim `json:"claims"`
}

// Claim is one part of a reason: a rule, and what makes it apply.
type Claim struct {
	Rule string   `json:"rule"`
	Text say.Both `json:"text"`
}

// Rule is a rule of order.
type Rule struct {
	ID      string   `json:"id"`
	Says    string   `json:"says"`
	Chinese string   `json:"zh,omitempty"` // the same
	Sources []Source `json:"sources"`
}

// Source is a part of where a rule is written down; its address is empty when
// the web does not have it.
type Source struct {
	Text string `json:"text"`
	URL  string `json:"url,omitempty"`
}

// Cite keeps a rule if a run names it.
func (d *Document) Cite(r Rule) {
	_, named := d.texts[r.ID] // by a checkpoint
	for i := range d.Runs {
		named = named || d.Runs[i].names(r.ID)
	}
	for i := range d.Searches {
		named = named || d.Searches[i].names(r.ID)
	}
	if named {
		d.Rules = append(d.Rules, r)
	}
}

func (r *Run) names(rule string) bool {
	for _, general := range r.General {
		if string(general) == rule {
			return true
		}
	}
	return slices.ContainsFunc(r.Reasons, func(reason Reason) bool {
		return slices.ContainsFunc(reason.Claims, func(c Claim) bool { return c.Rule == rule })
	})
}

// NewDocument is a document without runs.
func NewDocument(file string, title say.Text, text string) *Document {
	d := &Document{
		File: file, Title: say.InBoth(title), Text: text, Runs: []Run{}, Rules: []Rule{}, Places: [][2]int32{{0, 0}},
		texts: map[string]int32{}, places: map[sim.Pos]int32{{}: 0},
	}
	for k := sim.EventTurn; sim.AllKinds.Has(k); k++ {
		d.Kinds = append(d.Kinds, k.String())
	}
	return d
}

// Recorder takes the runs of a document: it is a trace.Writer that writes
// nothing.
type Recorder struct {
	*Document
	Next *Run // what the next run is besides what it is begun with
}

// Kinds is every event.
func (r Recorder) Kinds() sim.Kinds { return sim.AllKinds }

// Begin begins a run.
func (r Recorder) Begin(run trace.Run) {
	next := *r.Next
	next.Policy, next.Versions, next.Case, next.Process = run.Policy, say.InBoth(run.Versions), run.Case, run.Process
	next.Ruled, next.RuledBy = []int{}, []int32{}
	if next.Reasons == nil {
		next.Reasons = []Reason{}
	}
	r.Runs = append(r.Runs, next)
}

// Decide keeps that a rule decided the event that comes next.
func (r Recorder) Decide(rule sim.Rule) { r.decide(&r.Runs[len(r.Runs)-1], rule) }

// Emit keeps an event (sim.Sink).
func (r Recorder) Emit(e sim.Event) { r.emit(&r.Runs[len(r.Runs)-1], e) }

// End ends a run. Why it reached a limit is a part of Next.
func (r Recorder) End(stop sim.Stop, _ string) error {
	run := &r.Runs[len(r.Runs)-1]
	run.Reason, run.Limit, run.Code, run.Error = stop.Reason.String(), stop.Reason.Limit(), stop.Code, say.InBoth(stop.Error)
	return nil
}

// Flush does nothing (trace.Writer).
func (r Recorder) Flush() error { return nil }

func (d *Document) decide(run *Run, rule sim.Rule) {
	event, id := len(run.Kind), d.text(string(rule))
	for i := len(run.Ruled) - 1; i >= 0 && event == run.ruled; i-- { // it may be noted more than once
		if run.RuledBy[i] == id {
			return
		}
		if run.Ruled[i] != 0 {
			break
		}
	}
	if event == MaxEvents {
		return
	}
	run.Ruled, run.RuledBy = append(run.Ruled, event-run.ruled), append(run.RuledBy, id)
	run.ruled = event
}

func (d *Document) emit(run *Run, e sim.Event) {
	if len(run.Kind) == MaxEvents {
		run.LeftOut++
		return
	}
	run.Kind = append(run.Kind, int(e.Kind))
	run.At = append(run.At, int64(e.At-run.last.At))
	run.Turn = append(run.Turn, e.Turn-run.last.Turn)
	run.Phase = append(run.Phase, d.text(string(e.Phase)))
	run.Task = append(run.Task, int64(e.Task)-int64(run.last.Task))
	run.Cause = append(run.Cause, int64(e.Task)-int64(e.Cause))
	run.Label = append(run.Label, d.text(e.Text))
	run.Place = append(run.Place, d.place(e.Pos))
	if e.Kind == sim.EventEnqueue {
		due := int64(-1)
		if e.Due != clock.Never {
			due = max(int64(clock.Span(e.Due-e.At)), 0)
		}
		run.List, run.Due = append(run.List, int64(e.List)), append(run.Due, due)
	}
	if e.Kind == sim.EventPoll {
		wait := int64(-1)
		if e.Due != clock.Never {
			wait = max(int64(clock.Span(e.Due-e.Loop)), 0)
		}
		run.List, run.Due = append(run.List, 0), append(run.Due, wait)
	}
	run.last = e
}

func (d *Document) text(s string) int32 {
	n, known := d.texts[s]
	if !known {
		n = int32(len(d.Texts))
		d.texts[s] = n
		d.Texts = append(d.Texts, s)
	}
	return n
}

func (d *Document) place(p sim.Pos) int32 {
	if p.File != "" { // the page shows one file
		p = sim.Pos{}
	}
	n, known := d.places[p]
	if !known {
		n = int32(len(d.Places))
		d.places[p] = n
		d.Places = append(d.Places, [2]int32{p.Line, p.Col})
	}
	return n
}
