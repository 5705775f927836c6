package why_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"evsim/clock"
	"evsim/docs"
	"evsim/model"
	"evsim/sim"
	"evsim/why"
)

// check looks up in the events what a claim says, and in docs/rules.md whether
// the policy follows its rule. It reads the events anew and shares nothing with
// what made the claim.
func check(events []sim.Event, p model.Policy, c why.Claim) error {
	rule, ok := documented()[string(c.Rule)]
	if !ok {
		return fmt.Errorf("docs/rules.md has no %q", c.Rule)
	}
	differs := slices.ContainsFunc(p.Differs, func(d model.Difference) bool { return d.Rule == c.Rule })
	if !differs && !rule.For(p.Family(), p.Web != nil) {
		return fmt.Errorf("it holds for %s", rule.Holds)
	}
	if c.Text == "" {
		return errors.New("it says nothing")
	}
	k := checker{events: events, c: c, node: p.Node != nil, lists: p.Node != nil && !p.Node.TicksBetween}
	if events[c.At].Kind != sim.EventRun || events[c.At].Task != c.First {
		return errors.New("the first does not run there")
	}
	if !k.holds() {
		return errors.New("the events say otherwise")
	}
	return nil
}

// documented is docs/rules.md by the ids of its rows.
var documented = sync.OnceValue(func() map[string]docs.Rule {
	rows := make(map[string]docs.Rule)
	for _, r := range docs.Rules() {
		rows[r.ID] = r
	}
	return rows
})

type checker struct {
	events []sim.Event
	c      why.Claim
	node   bool
	lists  bool // checkpoints follow whole lists and batches
}

func (k checker) holds() bool {
	c, x, y := k.c, k.enqueued(k.c.First, k.c.At), k.enqueued(k.c.Second, k.c.At)
	xq, yq := queue(x), queue(y)
	if len(k.runsAfter(c.Second)) == 0 && !k.runsAround(c.Second) && c.Kind != why.SameCallback {
		return false // the second has run already
	}
	switch c.Kind {
	case why.SameCallback:
		return c.First == c.Second
	case why.Caused:
		return k.descends(c.Second, c.First)
	case why.Inside:
		if c.Rule == "node.jobs-nest" {
			return k.nested(x, y)
		}
		return x == nil || k.mentioned(k.anyInside()) > 0 || sim.Rule(k.last(sim.EventCheckpoint, c.At).Text) == c.Rule
	case why.NotYet:
		return k.mentioned(c.Second) > c.At || yq == "animation frame" && k.mentioned(k.outer(c.Second)) > k.outerStart()
	case why.InOrder:
		return xq == yq && x.List == y.List && x.Seq < y.Seq && (c.Rule != "node.timers" || x.List > 0)
	case why.Reversed:
		return xq == "closing" && yq == "closing" && x.Seq > y.Seq
	case why.TicksFirst:
		return xq == "nextTick" && yq == "microtasks"
	case why.JobsFirst:
		return xq == "microtasks" && yq == "nextTick" && (c.Rule != "node.jobs-first" || y.Seq > k.last(sim.EventCheckpoint, c.At).Seq)
	case why.Between:
		return draining(xq) && !draining(yq) && k.last(sim.EventCheckpoint, c.At).Text == string(c.Rule) && k.onlyDrained()
	case why.Held:
		return draining(yq) && !draining(xq) && k.keptFrom(y)
	case why.NotDue:
		return k.notDue()
	case why.NoThread:
		return yq == "thread pool queue"
	case why.Trips:
		return len(k.runsAfter(c.Second)) > 1
	case why.PhaseFirst:
		return k.phaseFirst(y)
	}
	return k.holdsAmongEquals(x, y)
}

// holdsAmongEquals is for two that both could run.
func (k checker) holdsAmongEquals(x, y *sim.Event) bool {
	c := k.c
	next := k.runsAfter(c.Second)[0]
	xq, yq := queue(x), queue(y)
	dx, dy := k.due(c.First), k.due(c.Second)
	switch c.Kind {
	case why.EarlierList:
		later := k.last(sim.EventPass, int(next))
		return span(k.last(sim.EventPass, c.At).Due) < span(later.Due) && (c.Rule == "node.list-by-list") == (dx > dy)
	case why.EqualList:
		return span(k.last(sim.EventPass, c.At).Due) == span(k.last(sim.EventPass, int(next)).Due) && (x.List != y.List || x.List == 0)
	case why.EarlierDone:
		return dx < dy
	case why.SignalsLast:
		return xq != "signals" && yq == "signals"
	case why.OneDescriptor:
		where := model.InPool
		if c.Rule == "node.io-uring" {
			where = model.InIOUring
		}
		return x.Phase == "poll" && y.Phase == "poll" && k.waitedIn(where, c.First) && !k.waitedIn(where, c.Second)
	case why.Refreshed:
		return strings.Contains(string(y.Phase), "timers") && int(k.enqueued(c.Second, next).Seq) > c.At
	case why.ListWaits:
		if during := k.last(sim.EventPass, int(y.Seq)); k.lists && during.List == y.List && span(during.Loop) < span(y.Due) {
			return true // the list was running as the timer joined it
		}
		for i := int(y.Seq); i < c.At; i++ {
			if e := &k.events[i]; e.Kind == sim.EventPass && (e.List == y.List || !k.lists) {
				return span(k.last(sim.EventPass, c.At).Loop) < span(y.Due) || k.lists && span(e.Loop) < span(y.Due)
			}
		}
	case why.Choice:
		return k.node && dx == dy || !k.node && k.runnable(k.outer(c.Second)) > 0
	case why.Preferred:
		return yq == "idle" || k.runnable(k.outer(c.Second)) > 0
	case why.Older:
		return k.runnable(k.outerFirst()) > 0 && k.runnable(k.outerFirst()) < k.runnable(k.outer(c.Second))
	case why.Starved:
		return yq == "timer" && k.runnable(c.Second) < k.runnable(c.First) && k.runnable(c.Second) > 0
	case why.NoTask:
		return strings.HasPrefix(string(yq), "posted message") && k.runnable(c.Second) == 0
	case why.Together:
		turn := k.last(sim.EventTurn, c.At)
		for i := int(turn.Seq); i < c.At; i++ {
			if k.events[i].Kind == sim.EventRun && k.events[i].Phase == "timer" {
				return x.Phase == "timer" && k.events[i].Turn == k.events[c.At].Turn
			}
		}
	case why.NextFrame:
		return y.Phase == "animation frame" && int(y.Seq) > k.outerStart()
	}
	return false
}

func span(t clock.Instant) clock.Span { return clock.Span(t) }

func draining(queue sim.Place) bool { return queue == "microtasks" || queue == "nextTick" }

func queue(e *sim.Event) sim.Place {
	if e == nil {
		return ""
	}
	return e.Phase
}

// enqueued is the event that put a task into the queue that it waits in at an
// event.
func (k checker) enqueued(id sim.TaskID, at int) *sim.Event {
	for i := at - 1; i >= 0; i-- {
		if e := &k.events[i]; e.Task == id && e.Kind == sim.EventEnqueue {
			return e
		}
	}
	return nil
}

func (k checker) last(kind sim.EventKind, before int) sim.Event {
	for i := before - 1; i >= 0; i-- {
		if k.events[i].Kind == kind {
			return k.events[i]
		}
	}
	return sim.Event{}
}

// mentioned is the index of the first event about a task.
func (k checker) mentioned(id sim.TaskID) int {
	for i := range k.events {
		if e := &k.events[i]; e.Task == id && (e.Kind == sim.EventSchedule || e.Kind == sim.EventEnqueue) {
			return i
		}
	}
	return -1
}

// runsAfter are the runs of a task that begin at the claim's event or later.
func (k checker) runsAfter(id sim.TaskID) (out []int) {
	for i := k.c.At; i < len(k.events); i++ {
		if k.events[i].Kind == sim.EventRun && k.events[i].Task == id {
			out = append(out, i)
		}
	}
	return out
}

// descends reports whether a task comes from another: was scheduled while it
// ran, or as its next run.
func (k checker) descends(id, from sim.TaskID) bool {
	for id != 0 {
		if id == from {
			return true
		}
		at := k.mentioned(id)
		cause := k.events[at].Cause
		if running := k.around(at); k.events[at].Kind == sim.EventEnqueue && running != 0 {
			cause = running
		}
		id = cause
	}
	return false
}

// around is the innermost task that runs at an event.
func (k checker) around(at int) sim.TaskID {
	depth := 0
	for i := at - 1; i >= 0; i-- {
		switch k.events[i].Kind {
		case sim.EventEnd:
			depth++
		case sim.EventRun:
			if depth == 0 {
				return k.events[i].Task
			}
			depth--
		}
	}
	return 0
}

// runsAround reports whether a task runs around the claim's event.
func (k checker) runsAround(id sim.TaskID) bool {
	for at := k.c.At; ; {
		around := k.around(at)
		if around == 0 || around == id {
			return around == id
		}
		for k.events[at].Kind != sim.EventRun || k.events[at].Task != around {
			at--
		}
	}
}

// anyInside is a task that runs inside the run that is claimed about.
func (k checker) anyInside() sim.TaskID {
	for i := k.c.At + 1; i < len(k.events); i++ {
		switch k.events[i].Kind {
		case sim.EventRun:
			return k.events[i].Task
		case sim.EventEnd:
			return 0
		}
	}
	return 0
}

// outer is the outermost task around a task's next run, and outerStart where
// that of the first began.
func (k checker) outer(id sim.TaskID) sim.TaskID {
	at := k.runsAfter(id)[0]
	for around := k.around(at); around != 0; around = k.around(at) {
		for id = around; k.events[at].Kind != sim.EventRun || k.events[at].Task != id; at-- {
		}
	}
	return id
}

func (k checker) outerFirst() sim.TaskID { return k.events[k.outerStart()].Task }

func (k checker) outerStart() int {
	at := k.c.At
	for around := k.around(at); around != 0; around = k.around(at) {
		for k.events[at].Kind != sim.EventRun || k.events[at].Task != around {
			at--
		}
	}
	return at
}

// onlyDrained reports whether nothing but ticks, jobs and what the host calls
// at once ran since the checkpoint began.
func (k checker) onlyDrained() bool {
	for i := k.c.At; k.events[i].Kind != sim.EventCheckpoint; i-- {
		if e := k.events[i]; e.Kind == sim.EventRun && !draining(queue(k.enqueued(e.Task, i))) && k.enqueued(e.Task, i) != nil {
			return false
		}
	}
	return true
}

// keptFrom reports whether no checkpoint has come since a tick or job was
// queued, or an exception ended it.
func (k checker) keptFrom(y *sim.Event) bool {
	if k.last(sim.EventCheckpoint, k.c.At).Seq < y.Seq {
		return k.lists || k.last(sim.EventThrow, k.c.At).Seq > 0 || k.c.Rule == "node.late-handled-quiet" && k.queuedBy("rejectionHandled", y)
	}
	return k.last(sim.EventThrow, k.c.At).Seq > 0 && k.c.Rule != "node.list-scope" && k.c.Rule != "node.batch-scope"
}

// queuedBy reports whether the task that queued another was scheduled in a queue.
func (k checker) queuedBy(queue sim.Place, y *sim.Event) bool {
	for i := range k.events {
		if e := &k.events[i]; e.Kind == sim.EventSchedule && e.Task == y.Cause {
			return e.Phase == queue
		}
	}
	return false
}

func (k checker) waitedIn(queue sim.Place, id sim.TaskID) bool {
	for i := range k.events {
		if k.events[i].Task == id && k.events[i].Phase == queue {
			return true
		}
	}
	return false
}

// due is when a task was last said to leave a queue.
func (k checker) due(id sim.TaskID) clock.Span {
	for i := k.c.At - 1; i >= 0; i-- {
		if e := &k.events[i]; e.Task == id && e.Kind == sim.EventEnqueue && e.Due != clock.Never {
			return span(e.Due)
		}
	}
	return -1
}

// notDue reports whether what the second waits for had not come whenever the
// loop looked.
func (k checker) notDue() bool {
	id, at := k.c.Second, k.c.At
	if !k.node {
		if outer := k.outer(id); k.enqueued(id, at).Phase == "animation frame" {
			id = outer
		}
		at = int(k.last(sim.EventTurn, k.outerStart()).Seq) - 1
	}
	y := k.enqueued(id, k.c.At)
	if !strings.Contains(string(y.Phase), "timers") {
		return span(y.Due) > span(k.events[max(at, 0)].At)
	}
	if !k.node {
		return at < int(y.Seq) || span(y.Due) > span(k.events[at].Loop)
	}
	for i := int(y.Seq); i < k.c.At; i++ {
		looks := k.events[i].Kind == sim.EventPass || k.events[i].Kind == sim.EventPhase && k.events[i].Phase == "timers"
		if looks && span(k.events[i].Loop) >= span(y.Due) {
			return false
		}
	}
	return true
}

// phaseFirst reports whether the second runs in a phase that begins after the
// first ran, or in a later pass of the same, and has missed none before.
func (k checker) phaseFirst(y *sim.Event) bool {
	next := k.runsAfter(k.c.Second)[0]
	phase := k.last(sim.EventPhase, next)
	switch k.c.Rule {
	case "node.second-pass":
		return int(phase.Seq) < k.c.At && k.last(sim.EventPass, next).Seq > k.events[k.c.At].Seq
	case "node.immediate-after-throw":
		return y.Phase == "check" && y.Seq > phase.Seq && k.last(sim.EventThrow, next).Seq > phase.Seq
	}
	for i := int(y.Seq); i < k.c.At; i++ {
		if e := k.events[i]; e.Kind == sim.EventPhase && e.Phase == phase.Phase && y.Phase != "timers" && y.Phase != "unref'd timers" && (y.Phase == "poll" || e.Phase != "poll") {
			return false
		}
	}
	return int(phase.Seq) > k.c.At
}

// runnable is since when the loop could choose a task when it took the first's;
// 0: it could not.
func (k checker) runnable(id sim.TaskID) uint64 {
	turn := int(k.last(sim.EventTurn, k.outerStart()).Seq)
	for i := turn - 1; i >= 0; i-- {
		if e := &k.events[i]; e.Kind == sim.EventRunnable && e.Task == id {
			return e.Seq
		}
	}
	return 0
}
