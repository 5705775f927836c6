package why

import (
	"evsim/clock"
	"evsim/internal/say"
	"evsim/sim"
)

// Kind is what a [Claim] says of two tasks: each says something that can be
// looked up in the events of the run.
type Kind uint8

// The kinds of claims. First is the task that ran first, Second the other.
const (
	SameCallback    Kind = iota // one run of one task logged both lines
	Caused                      // First, or what it caused, scheduled Second
	Inside                      // First ran at once, inside the run of another task or between two
	NotYet                      // Second was not scheduled yet
	InOrder                     // both waited in one queue, First ahead
	Reversed                    // both waited in one queue that is run from its end
	TicksFirst                  // both waited for one checkpoint, First as a tick, Second as a job
	JobsFirst                   // the other way round
	Between                     // First ran in a checkpoint, Second waited for the loop
	Held                        // Second waited for a checkpoint that did not come in between
	NotDue                      // Second waited for an instant that had not come
	NoThread                    // Second waited for a thread
	Trips                       // Second had to go to the pool again
	PhaseFirst                  // the phase of First came before that of Second
	EarlierList                 // First's list of timers had the earlier expiry
	EqualList                   // the lists had the same expiry
	ListWaits                   // Second's list ran before Second was due, and then had to wait anew
	Refreshed                   // Second was set anew after First had begun
	EarlierDone                 // First's operation was over earlier
	SignalsLast                 // both were done, and Second is a signal
	OneDescriptor               // the descriptor that reports First, with all work of the pool and all messages, stood in line earlier
	Choice                      // which of the two came first was a free choice
	Preferred                   // the runtime prefers First's queue
	Older                       // First was runnable before
	Together                    // First ran in the task of another timer
	Starved                     // Second is older, but First had waited for enough of its kind
	NoTask                      // Second was a message that no task was made of yet
	NextFrame                   // Second was requested in the frame in which First ran
	EarlierHandle               // one descriptor reports both, and what First came to stands earlier among what it is for
	TurnLeft                    // one of the two ran in a turn of the event loop that another task had left
	Behind                      // the time of Second had come, and it stood behind a timer whose time had not
	OtherDescriptor             // a descriptor that stood in line earlier than that of messages reports First
)

var kindNames = [...]string{
	"same callback", "caused", "inside", "not yet", "in order", "reversed", "ticks first", "jobs first", "between", "held", "not due",
	"no thread", "trips", "phase first", "earlier list", "equal list", "list waits", "refreshed", "earlier done", "signals last", "one descriptor", "choice", "preferred", "older", "together", "starved", "no task", "next frame", "earlier handle", "turn left", "behind", "other descriptor",
}

// String is the kind in JSON.
func (k Kind) String() string { return kindNames[k] }

// Claim is one reason for an order: a rule, and what in the run makes it apply.
type Claim struct {
	Kind          Kind
	Rule          sim.Rule // its id in docs/rules.md
	Text          say.Text // the same in a sentence
	First, Second sim.TaskID
	At            int // the event at which it is claimed
}

// comparison is of two tasks, of which x ran and y had not yet: what is claimed
// says why.
type comparison struct {
	*history
	policy traits
	x, y   *task
	xr, yr *run // of y the first from when x runs
	claims []Claim
}

// traits is what explanations need to know of a policy.
type traits struct {
	node         bool
	wholeLists   bool // ticks run after a whole list of timers, or batch of immediates
	framesFirst  bool
	frameAwaited bool       // other tasks wait for the frame that follows input
	framesAfter  clock.Span // but only when so long has passed since the last frame
	rejectsFirst bool
	together     bool // one task runs every timer that is due
	reportsLate  bool
	leeway       bool // timers may stand in line later than they are due
	starves      bool // delayed timers that others wait for are not all to go first
	oldestFirst  bool // of the tasks of one priority the oldest goes
	dueAtTurns   bool // delayed timers become tasks as a turn begins
}

func (c *comparison) claim(k Kind, rule sim.Rule, format say.Format, args ...any) {
	c.claims = append(c.claims, Claim{k, rule, say.Of(format, args...), c.x.id, c.y.id, c.xr.start})
}

// queueOf is where a run of a task took it from; "" when it never waited.
func (c *comparison) queueOf(t *task, r *run) sim.Place { return c.place(t, r.start) }

// instant is an instant as a number: those of a run that was recorded are.
func instant(t clock.Instant) clock.Span { return clock.Span(t) }

func (c *comparison) at(event int) clock.Span { return instant(c.events[event].At) }

// phaseName is the name of a phase event; "" when there is none.
func (c *comparison) phaseName(event int) sim.Place {
	if event == none {
		return ""
	}
	return c.events[event].Phase
}
