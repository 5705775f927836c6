// Package sim provides the building blocks of a discrete-event loop: tasks,
// queues, timer lists, arrivals, virtual time, limits and events. It knows no
// runtime and no scenario: a policy (package model) decides in which order its
// functions are called, and a host decides what a callback does.
package sim

import "evsim/clock"

// Completion is how a callback ended.
type Completion uint8

// The ways in which a callback ends.
const (
	Normal Completion = iota
	Threw             // an exception left the callback; the host keeps it
)

// Host does what callbacks stand for.
type Host interface {
	// Call runs a callback to its end.
	Call(Callback) Completion
	// Describe is a callback as a reader would name it, and the statement that
	// it comes from.
	Describe(Callback) (label string, at Pos)
}

// Config is what a run is made of. Clock and Host must be there.
type Config struct {
	Clock  *clock.Clock
	Host   Host
	Sink   Sink  // nil: events go nowhere
	Wants  Kinds // the kinds of events that Sink is given
	Costs  Costs
	Limits Limits

	// Rest is asked before each turn, when the loop is at rest: what the run
	// will do follows from what its queues hold, and from nothing that stands
	// half-way in a function. False abandons the run. nil: it goes on.
	Rest func() bool

	// Halt is asked now and then, also within a callback. True abandons the run.
	// nil: it goes on.
	Halt func() bool

	// Room is asked before a table of the run grows by so many bytes, where that is
	// much. False abandons the run: see Loop.Grow. nil: there is room.
	Room func(bytes int64) bool
}

// Loop is one run: the state that every policy shares.
type Loop struct {
	*clock.Clock
	Costs Costs `state:"-"`

	host   Host `state:"-"`
	rest   func() bool
	sink   Sink          `state:"-"`
	wants  Kinds         `state:"-"`
	limits Limits        `state:"-"`
	end    clock.Instant // limits.Time
	costly bool          // something costs time

	// As long as there are fewer callbacks and turns than these, a callback is
	// all there is to a task, and a count to a turn: there is no sink, nothing costs
	// time, and nobody is asked whether to halt. 0 in any other run, which is not
	// bare, and in one that has stopped.
	bareCallbacks, bareTurns int64
	bare                     bool `state:"-"`

	steps steps `state:"-"`

	room      func(bytes int64) bool
	outOfRoom bool

	seq       uint64 `state:"-"`
	turns     int64  `state:"turns"`
	sleeps    int64  `state:"-"`     // since the last turn began
	idle      int64  `state:"turns"` // sleeps of all turns that count as turns
	callbacks int64
	lastTask  TaskID
	running   Task  // its ID is 0 outside callbacks
	phase     Place `state:"-"`

	drain drain `state:"-"`
	stop  Stop
}

// drain is the checkpoint that is under way: what starvation is told from.
type drain struct {
	depth int
	from  int64 // callbacks before it began
	queue [2]Place
}

// New is a loop before its first callback.
func New(cfg Config) *Loop {
	l := new(Loop)
	l.Restart(&cfg)
	return l
}

// Restart makes l a loop before its first callback.
func (l *Loop) Restart(cfg *Config) {
	*l = Loop{} // in place: a literal with what is set would be made elsewhere, and copied
	l.Clock, l.Costs, l.limits = cfg.Clock, cfg.Costs, cfg.Limits.withDefaults()
	l.host, l.rest, l.sink, l.wants = cfg.Host, cfg.Rest, cfg.Sink, cfg.Wants
	if l.sink == nil {
		l.wants = 0
	}
	if l.end = l.Now().Add(l.limits.Time); l.Exploring() && l.limits.Time >= clock.Farthest {
		l.end = clock.Never // an exploration ends there by itself
	}
	l.steps, l.room = startSteps(cfg.Limits.Statements, cfg.Halt), cfg.Room
	l.costly = l.Costs != Costs{}
	if l.wants == 0 && !l.costly && cfg.Halt == nil {
		l.bare = true
		l.setBare()
		if l.rest == nil {
			l.bareTurns = l.limits.Turns
		}
	}
}

// Turns is the number of turns begun so far.
func (l *Loop) Turns() int64 { return l.turns }

// Callbacks is the number of callbacks run so far.
func (l *Loop) Callbacks() int64 { return l.callbacks }

// Running is the task that runs; its ID is 0 outside callbacks.
func (l *Loop) Running() Task { return l.running }

// HasSink reports whether anybody listens to what happens.
func (l *Loop) HasSink() bool { return l.wants != 0 }

// Phase says that the policy enters a phase, in its specification's word.
func (l *Loop) Phase(name Place) {
	if l.wants != 0 {
		l.enterPhase(name)
	}
}

//go:noinline
func (l *Loop) enterPhase(name Place) {
	l.phase = name
	if l.wants.Has(EventPhase) {
		l.emit(&Event{Kind: EventPhase})
	}
}

// In sets the phase's name for the events that follow, and returns the one
// before, without an event of its own: for queues that are drained in between.
func (l *Loop) In(name Place) (before Place) {
	if l.wants != 0 {
		before, l.phase = l.phase, name
	}
	return before
}

// BeginTurn counts a turn; false when the run is over. A policy calls it at
// rest: with nothing of its state in local variables (see Config.Rest).
func (l *Loop) BeginTurn() bool {
	if l.turns+l.idle < l.bareTurns {
		l.sleeps = 0
		l.turns++
		return true
	}
	return l.beginTurn()
}

func (l *Loop) beginTurn() bool {
	if !l.Stopped() && l.rest != nil && !l.rest() {
		l.Stop(Stop{Reason: Abandoned})
	}
	return l.BeginTurnWithin()
}

// BeginTurnWithin is BeginTurn where the loop is not at rest: within another turn, of
// which something is left to do that only local variables know. It does not ask
// Config.Rest.
func (l *Loop) BeginTurnWithin() bool {
	if l.Stopped() {
		return false
	}
	l.sleeps = 0
	if l.turns++; l.turns+l.idle > l.limits.Turns {
		l.Stop(Stop{Reason: LimitTurns})
		return false
	}
	if l.wants.Has(EventTurn) {
		l.emit(&Event{Kind: EventTurn})
	}
	if l.costly {
		l.Spend(l.Costs.Turn)
	}
	return true
}

// Schedule makes a task of a callback, on behalf of the running one.
func (l *Loop) Schedule(queue Place, cb Callback) Task {
	l.lastTask++
	t := Task{Call: cb, ID: l.lastTask, Cause: l.running.ID}
	if l.wants.Has(EventSchedule) {
		l.tellScheduled(queue, t)
	}
	return t
}

func (l *Loop) tellScheduled(queue Place, t Task) {
	label, at := l.host.Describe(t.Call)
	l.emit(&Event{Kind: EventSchedule, Phase: queue, Task: t.ID, Cause: t.Cause, Text: label, Pos: at})
}

// Post makes a task of a callback, as Schedule does, and puts it at the end of
// a queue, as Enqueue tells.
func (l *Loop) Post(q *Queue, name Place, cb Callback) {
	if l.wants != 0 || q.full() {
		l.postSlowly(q, name, cb)
		return
	}
	l.lastTask++
	q.put(Task{Call: cb, ID: l.lastTask, Cause: l.running.ID})
}

func (l *Loop) postSlowly(q *Queue, name Place, cb Callback) {
	if q.full() {
		l.askToPush(q)
	}
	t := l.Schedule(name, cb)
	l.Enqueue(name, t)
	q.Push(t)
}

// Again makes a new task for the next run of a recurring one.
func (l *Loop) Again(t Task) Task {
	l.lastTask++
	t.Cause, t.ID = t.ID, l.lastTask
	return t
}

// Run runs a task that was scheduled to its end and then lets the cost of such
// work pass. A loop that has stopped runs nothing.
func (l *Loop) Run(t Task, w Work) Completion {
	if l.callbacks >= l.bareCallbacks || l.running.ID != 0 {
		return l.run(t, w)
	}
	l.callbacks++
	l.running = t
	done := l.host.Call(t.Call)
	l.running = Task{}
	return done
}

// run is Run for a task that somebody hears of, that takes time, before which is
// asked whether the run is to halt, that runs within another, or that is one too
// many.
func (l *Loop) run(t Task, w Work) Completion {
	if l.Stopped() {
		return Normal
	}
	if l.callbacks++; l.callbacks > l.limits.Callbacks {
		l.starve(t)
		return Normal
	}
	if s := &l.steps; l.callbacks > s.calls || s.halt != nil && s.halt() {
		l.step() // who may want the run to halt is always asked: what comes between two callbacks may take long
	}
	outer := l.running
	l.running = t
	if l.wants.Has(EventRun) {
		l.tellRun(t)
	}
	done := l.host.Call(t.Call)
	if l.costly {
		l.Spend(l.Costs.of(w))
	}
	if l.wants.Has(EventEnd) {
		l.emit(&Event{Kind: EventEnd, Task: t.ID, Cause: t.Cause})
	}
	l.running = outer
	return done
}

func (l *Loop) tellRun(t Task) {
	label, at := l.host.Describe(t.Call)
	l.emit(&Event{Kind: EventRun, Task: t.ID, Cause: t.Cause, Text: label, Pos: at})
}

// Spend lets CPU time pass.
func (l *Loop) Spend(d clock.Range) {
	if d.IsZero() {
		return
	}
	l.Clock.Spend(d)
	l.checkTime()
}

// SpendCall lets the time pass that work takes before it sets a timer. Other work
// passes when it is over; but a timer counts from where it is set.
func (l *Loop) SpendCall() {
	if l.costly {
		l.Spend(l.Costs.Call)
	}
}

// Log is a line that the script logs.
func (l *Loop) Log(text string, at Pos) {
	if l.Stopped() {
		return
	}
	if l.wants.Has(EventLog) {
		l.emit(&Event{Kind: EventLog, Task: l.running.ID, Cause: l.running.Cause, Text: text, Pos: at})
	}
	if l.costly {
		l.Spend(l.Costs.Log)
	}
}

// Threw reports an exception or a rejection that nothing caught.
func (l *Loop) Threw(text string) {
	if l.wants.Has(EventThrow) {
		l.emit(&Event{Kind: EventThrow, Task: l.running.ID, Cause: l.running.Cause, Text: text})
	}
}

// BeginDrain and EndDrain enclose the draining of queues that new entries may
// join. Queue is the one being drained, for the message should it never end.
func (l *Loop) BeginDrain() {
	if l.drain.depth++; l.drain.depth == 1 {
		l.drain.from, l.drain.queue = l.callbacks, [2]Place{}
	}
}

// Draining names the queue that the policy drains next.
func (l *Loop) Draining(queue Place) {
	l.In(queue)
	if l.drain.queue[0] != queue {
		l.drain.queue[1], l.drain.queue[0] = l.drain.queue[0], queue
	}
}

// EndDrain ends what BeginDrain began.
func (l *Loop) EndDrain() { l.drain.depth-- }

func (l *Loop) emit(e *Event) {
	l.seq++
	e.Seq, e.At, e.Turn = l.seq, l.Now(), l.turns
	if e.Kind != EventPass {
		e.Loop = l.Clock.Loop()
	}
	if e.Phase == "" {
		e.Phase = l.phase
	}
	l.sink.Emit(*e)
}
