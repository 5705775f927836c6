package why_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

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
		return k.mentioned(c.Second) > c.At || c.Rule == "web.turn" && k.mentioned(c.Second) > k.outerStart() || yq == "animation frame" && k.mentioned(k.outer(c.Second)) > k.outerStart()
	case why.InOrder:
		first := x.Seq < y.Seq
		if strings.HasPrefix(string(xq), "scheduler ") { // where its age decides
			first = k.runnable(c.First) < k.runnable(c.Second)
		}
		return xq == yq && x.List == y.List && first && (c.Rule != "node.timers" || x.List > 0)
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
	case why.EarlierHandle:
		return message(yq) && xq != yq && (message(xq) || k.waitedIn(model.InPool, c.First)) && k.inOnePoll(int(next))
	case why.OtherDescriptor:
		return message(yq) && !message(xq) && !k.waitedIn(model.InPool, c.First) && k.inOnePoll(int(next))
	case why.OneDescriptor:
		if c.Rule == "node.ports" {
			return message(xq) && !message(yq) && !k.waitedIn(model.InPool, c.Second) && k.inOnePoll(int(next))
		}
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
		if c.Rule == "web.frames-give" {
			return k.busySinceFrame() && k.runnable(k.outer(c.Second)) > 0
		}
		return yq == "idle" || k.runnable(k.outer(c.Second)) > 0
	case why.Older:
		return k.runnable(k.outerFirst()) > 0 && k.runnable(k.outerFirst()) < k.runnable(k.outer(c.Second))
	case why.Starved:
		return (yq == "timer" || strings.HasSuffix(string(yq), ", delayed")) && k.runnable(c.Second) < k.runnable(c.First) && k.runnable(c.Second) > 0
	case why.Behind:
		return y.Phase == "active timers" && k.runnable(k.outer(c.Second)) == 0 && span(y.Due) <= span(k.last(sim.EventTurn, k.outerStart()).Loop)
	case why.TurnLeft:
		left := func(run int) bool {
			return k.last(sim.EventPhase, run).Phase == "scheduler, in a turn that another task left"
		}
		return k.runnable(k.outer(c.Second)) > 0 && (left(c.At) || left(next))
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

// busySinceFrame reports whether a frame has ended before the first ran, and the loop has
// not slept since.
func (k checker) busySinceFrame() bool {
	for i := k.c.At - 1; i >= 0; i-- {
		switch e := &k.events[i]; {
		case e.Kind == sim.EventSleep:
			return false
		case e.Kind == sim.EventEnd && k.waitedIn(model.InRendering, e.Task):
			return true
		}
	}
	return false
}

// runnable is since when the loop could choose a task when it took the first's;
// 0: it could not. A task of postTask that was moved keeps its age.
func (k checker) runnable(id sim.TaskID) (since uint64) {
	turn := int(k.last(sim.EventTurn, k.outerStart()).Seq)
	for i := turn - 1; i >= 0; i-- {
		if e := &k.events[i]; e.Kind == sim.EventRunnable && e.Task == id {
			if since = e.Seq; !strings.HasPrefix(string(e.Phase), "scheduler ") {
				break
			}
		}
	}
	return since
}
