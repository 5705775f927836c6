// Package why explains the order of two logged lines: whether it is proved over
// every order that a scenario can have, the causes from the script to each line,
// and the rule that decided between them. If either order is possible, it also
// names the unknown that decides.
package why

import (
	"slices"
	"strconv"
	"strings"

	"evsim/clock"
	"evsim/internal/say"
	"evsim/model"
	"evsim/sim"
)

// Line is one logged line: its text, and which of the lines with this text.
type Line struct {
	Text string
	Nth  int // from 1
}

// String is the line as the command takes it: LINE, or LINE#2.
func (l Line) String() string {
	if l.Nth <= 1 {
		return l.Text
	}
	return l.Text + "#" + strconv.Itoa(l.Nth)
}

// Explanation says why one line comes before another in one run.
type Explanation struct {
	First, Second Line
	At, SecondAt  sim.Pos       // the statements that log them
	Logs          [2]sim.TaskID // the callbacks that log them
	Common        sim.TaskID    // their nearest common cause; 0: none but the host
	Steps         []Step        // what leads to both from their nearest common cause on, in the order in which it ran
	Claims        []Claim       // why the first ran first where their ways part; never empty
}

// Step is one callback on the way to a line.
type Step struct {
	Task, Cause sim.TaskID
	Label       string
	By          string  // the label of its cause; "": the host
	At          sim.Pos // the statement that it comes from

	Queue sim.Place     // where it waited last; "": it never waited
	List  clock.Span    // the duration of its list of timers; 0: none
	Timed bool          // it waited for an instant:
	Due   clock.Instant // by the loop's clock, or true time where it waits for something outside
	Lasts clock.Span    // how long that was when it was set

	Set Moment // when it was scheduled, or set again
	Ran Moment
	To  []int // which lines it leads to: 0 the first, 1 the second
}

// Moment is a point of a run.
type Moment struct {
	Event int // its index
	At    clock.Instant
	Loop  clock.Instant // the loop's cached time
	Turn  int64
	Phase sim.Place
}

// Recorder keeps the events of a run up to the second of two lines. It is a
// sim.Sink that wants sim.AllKinds.
type Recorder struct {
	Events []sim.Event

	want  [2]Line
	seen  [2]int
	found [2]bool
	full  bool
}

// maxEvents bounds what is kept of a run.
const maxEvents = 2_000_000

// Record is a Recorder for two lines.
func Record(a, b Line) *Recorder { return &Recorder{want: [2]Line{a, b}} }

// Emit keeps an event (sim.Sink).
func (r *Recorder) Emit(e sim.Event) {
	if r.full || r.found[0] && r.found[1] {
		return
	}
	if len(r.Events) == maxEvents {
		r.full = true
		return
	}
	r.Events = append(r.Events, e)
	if e.Kind != sim.EventLog {
		return
	}
	for i := range r.want {
		if r.want[i].Text == e.Text {
			r.seen[i]++
			r.found[i] = r.found[i] || r.seen[i] == r.want[i].Nth
		}
	}
}

// errLong says that a run logs its lines too late to be explained.
var errLong = say.Errorf("the run does too much before it logs both lines")

// Explain says why the two lines came in the order in which they did, under the
// policy of the run. The error says that the run does not log both of them, or
// that it does too much before it does. It takes time and space linear in the
// number of events.
func (r *Recorder) Explain(p model.Policy) (Explanation, error) {
	if !r.found[0] || !r.found[1] {
		if r.full {
			return Explanation{}, errLong
		}
		return Explanation{}, say.Errorf("the run does not log both lines")
	}
	h := read(r.Events)
	a, b := h.find(r.want[0]), h.find(r.want[1])
	if b.event < a.event {
		a, b = b, a
	}
	return explain(h, traitsOf(p), a, b), nil
}

// Successive explains of each line that a run logs, from the second on, why it
// comes after the line before, until yield wants no more; event is the index of
// the event that logs it. The events must be those of sim.AllKinds, from the
// beginning of the run. It ends early where causes go so far back that the work
// exceeds a limit, which is counted in tasks, runs and waits looked at.
func Successive(events []sim.Event, p model.Policy, limit int, yield func(event int, e Explanation) bool) {
	h := read(events)
	for i := 1; i < len(h.lines) && limit > 0; i++ {
		a, b := h.lines[i-1], h.lines[i]
		limit -= h.depth(a.task) + h.depth(b.task)
		if !yield(b.event, explain(h, traitsOf(p), a, b)) {
			return
		}
	}
}

// depth is how much is looked at to explain a line of a task.
func (h *history) depth(id sim.TaskID) (n int) {
	for ; id != 0; id = h.tasks[id].cause {
		n += 1 + len(h.tasks[id].waits) + len(h.tasks[id].runs)
	}
	return n
}

func explain(h *history, policy traits, a, b line) Explanation {
	e := explainer{history: h, policy: policy, a: a, b: b}
	e.split()
	out := Explanation{First: Line{a.text, a.nth}, Second: Line{b.text, b.nth}, At: a.pos, SecondAt: b.pos, Logs: [2]sim.TaskID{a.task, b.task}, Common: e.common}
	out.Claims = e.claims()
	out.Steps = e.steps()
	return out
}

func traitsOf(p model.Policy) traits {
	if p.Node != nil {
		return traits{node: true, wholeLists: !p.Node.TicksBetween}
	}
	return traits{framesFirst: p.Web.FramesFirst, framesAfter: p.Web.FramesAfter, frameAwaited: p.Web.FrameAfterInput > 0, rejectsFirst: p.Web.RejectsFirst, together: p.Web.TimersFor > 0, reportsLate: p.Web.ReportsLate,
		leeway: p.Web.Leeway > 0, starves: p.Web.DelayedRun != 0, oldestFirst: p.Web.OldestFirst, dueAtTurns: p.Web.DueAtTurns}
}

func (h *history) find(want Line) line {
	for _, l := range h.lines {
		if l.text == want.Text && l.nth == want.Nth {
			return l
		}
	}
	panic("why: a recorder keeps the lines that it found")
}

// explainer explains the order of two lines, a before b.
type explainer struct {
	*history
	policy traits
	a, b   line
	common sim.TaskID   // the nearest common cause; 0: the host
	toA    []sim.TaskID // from there on, without it
	toB    []sim.TaskID
}

// split finds where the causes of the two part.
func (e *explainer) split() {
	e.toA, e.toB = e.chain(e.a.task), e.chain(e.b.task)
	for len(e.toA) > 0 && len(e.toB) > 0 && e.toA[0] == e.toB[0] {
		e.common = e.toA[0]
		e.toA, e.toB = e.toA[1:], e.toB[1:]
	}
}

// claims says why a came first.
func (e *explainer) claims() []Claim {
	ta, tb := e.task(e.a.task), e.task(e.b.task)
	ra := ta.during(e.a.event)
	single := func(k Kind, rule sim.Rule, text say.Text) []Claim {
		return []Claim{{k, rule, text, ta.id, tb.id, ra.start}}
	}
	switch {
	case ta == tb && ra.start == tb.during(e.b.event).start:
		return single(SameCallback, model.RuleWhole, "one callback logs both, one statement after the other")
	case len(e.toA) == 0 && len(e.toB) == 0:
		return single(Caused, model.RuleWhole, say.Of("%s logs both, in one run after the other", e.name(ta)))
	case len(e.toA) == 0 && e.within(e.toB[0], ra):
		return single(Inside, e.inside(e.toB[0]), say.Of("%s is called at once inside %s, after the statement that logs the first line", e.name(e.task(e.toB[0])), e.name(ta)))
	case len(e.toA) == 0:
		return single(Caused, model.RuleWhole, say.Of("%s is a cause of %s, which runs only after it has ended", e.name(ta), e.name(tb)))
	case len(e.toB) == 0:
		return single(Inside, e.inside(e.toA[0]), say.Of("%s ran at once inside %s, before the statement that logs the second line", e.name(ta), e.name(tb)))
	}
	c := comparison{history: e.history, policy: e.policy, x: ta, xr: ra}
	for _, id := range e.toB {
		if t := e.task(id); t.after(ra.start) != nil && e.leads(t, ra.start) {
			c.y, c.yr = t, t.after(ra.start)
			break
		}
	}
	c.decide()
	return c.claims
}

// leads reports whether what a task adds to the way to b is still to come at
// an event.
func (e *explainer) leads(t *task, at int) bool {
	return e.run(t, e.toB, e.b).start > at
}

// within reports whether a task first runs inside a run.
func (e *explainer) within(id sim.TaskID, r *run) bool {
	t := e.task(id)
	return len(t.runs) > 0 && t.runs[0].start > r.start && t.runs[0].start < r.end
}

func (e *explainer) inside(id sim.TaskID) sim.Rule {
	c := comparison{history: e.history, policy: e.policy}
	t := e.task(id)
	if rule := e.asked(&t.runs[0]); rule != "" {
		return rule
	}
	if rule := c.emission(t, &t.runs[0]); rule != "" {
		return rule
	}
	return model.RuleWhole
}

// run is the run of a task on the way to a line: the one that logs it, or that
// the next task on the way comes from.
func (e *explainer) run(t *task, way []sim.TaskID, l line) *run {
	at := l.event
	if i := slices.Index(way, t.id); i >= 0 && i+1 < len(way) {
		at = e.task(way[i+1]).first
	}
	if r := t.during(at); r != nil {
		return r
	}
	return &t.runs[0] // which its next run was set just before
}

// steps is the common cause and what comes after it, in the order of running.
func (e *explainer) steps() (out []Step) {
	if e.common != 0 {
		t := e.task(e.common)
		at := e.a.event
		if len(e.toA) > 0 {
			at = e.task(e.toA[0]).first
		}
		r := t.during(at)
		if r == nil {
			r = &t.runs[0]
		}
		out = append(out, e.step(t, r, 0, 1))
	}
	for _, id := range e.toA {
		out = append(out, e.step(e.task(id), e.run(e.task(id), e.toA, e.a), 0))
	}
	for _, id := range e.toB {
		out = append(out, e.step(e.task(id), e.run(e.task(id), e.toB, e.b), 1))
	}
	slices.SortStableFunc(out, func(a, b Step) int { return a.Ran.Event - b.Ran.Event })
	return out
}

func (e *explainer) step(t *task, r *run, to ...int) Step {
	s := Step{Task: t.id, Cause: t.cause, Label: t.label, By: e.task(t.cause).label, At: t.pos, Ran: e.moment(r.start), Set: e.moment(t.first), To: to}
	s.Set.Phase = ""
	if w := e.waiting(t, r.start); w != none {
		s.Queue, s.List = e.events[w].Phase, e.events[w].List
	}
	for _, w := range t.waits {
		if w < r.start && e.events[w].Kind == sim.EventEnqueue && e.events[w].Due != clock.Never {
			s.Due, s.Timed, s.Set = e.events[w].Due, true, e.moment(w)
			s.Set.Phase = ""
			s.Lasts = instant(s.Due) - instant(s.Set.At)
			if strings.Contains(string(e.events[w].Phase), "timers") {
				s.Lasts = instant(s.Due) - instant(s.Set.Loop)
			}
		}
	}
	return s
}

func (h *history) moment(event int) Moment {
	e := &h.events[event]
	return Moment{Event: event, At: e.At, Loop: e.Loop, Turn: e.Turn, Phase: e.Phase}
}
