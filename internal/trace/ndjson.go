package trace

import (
	"bufio"
	"io"
	"strconv"

	"evsim/clock"
	"evsim/internal/escape"
	"evsim/sim"
)

// NDJSON writes one JSON object a line for each event. Its keys always stand
// in the same order:
//
//	file     the scenario's file
//	case     the case; left out for the scenario's own world
//	policy   the policy
//	seq      the number of the event, from 1
//	at_ns    true virtual time in nanoseconds
//	event    turn, phase, schedule, run, end, log, throw, sleep, poll or stop
//	phase    the phase or queue, in the specification's word
//	turn     the turn of the loop, from 1; 0 before the first
//	task     the task that runs or was scheduled, or the timer for which poll ends; 0: none
//	cause    the task that scheduled it; 0: the host
//	text     the line, the task's label, or the reason; how long poll may wait, and why
//	line     where the statement stands; 0: nowhere
//	col
//
// A poll has due_ns, until when it may wait by the loop's clock, unless that is
// without end. A stop has, where they apply, code (the process's exit code), error (what
// nothing caught) and why (the reason for which a limit was reached).
type NDJSON struct {
	*bufio.Writer
	run  Run
	head []byte // what all lines of a run begin with
	line []byte
	stop sim.Event
}

// NewNDJSON is an NDJSON on w.
func NewNDJSON(w io.Writer) *NDJSON { return &NDJSON{Writer: bufio.NewWriter(w)} }

// Kinds is every event but those of queues.
func (n *NDJSON) Kinds() sim.Kinds { return sim.AllKinds &^ (sim.QueueKinds | sim.RuleKinds) }

// Begin names the run in the lines that follow.
func (n *NDJSON) Begin(r Run) {
	n.run = r
	n.head = escape.AppendJSON(append(n.head[:0], `{"file":`...), r.File)
	if r.Case != "" {
		n.head = escape.AppendJSON(append(n.head, `,"case":`...), r.Case)
	}
	n.head = escape.AppendJSON(append(n.head, `,"policy":`...), r.Policy)
}

// Emit writes one event (sim.Sink). The stop waits for what only End knows.
func (n *NDJSON) Emit(e sim.Event) {
	if e.Kind == sim.EventStop {
		n.stop = e
		return
	}
	due := e.Due
	if e.Kind == sim.EventPoll {
		e.Text = PollText(e).String()
	}
	n.event(e)
	if e.Kind == sim.EventPoll && due != clock.Never {
		n.number(`,"due_ns":`, int64(due))
	}
	n.end()
}

// End writes the stop and flushes.
func (n *NDJSON) End(stop sim.Stop, why string) error {
	n.event(n.stop)
	if n.run.Process && !stop.Reason.Endless() && stop.Reason != sim.Abandoned {
		n.number(`,"code":`, int64(stop.Code))
	}
	if stop.Error != "" {
		n.text(`,"error":`, stop.Error.String())
	}
	if why != "" {
		n.text(`,"why":`, why)
	}
	n.end()
	return n.Flush()
}

func (n *NDJSON) event(e sim.Event) {
	n.line = append(n.line[:0], n.head...)
	n.number(`,"seq":`, int64(e.Seq))
	n.number(`,"at_ns":`, int64(e.At))
	n.text(`,"event":`, e.Kind.String())
	n.text(`,"phase":`, string(e.Phase))
	n.number(`,"turn":`, e.Turn)
	n.number(`,"task":`, int64(e.Task))
	n.number(`,"cause":`, int64(e.Cause))
	n.text(`,"text":`, e.Text)
	if e.Pos.File != "" {
		n.text(`,"file":`, e.Pos.File)
	}
	n.number(`,"line":`, int64(e.Pos.Line))
	n.number(`,"col":`, int64(e.Pos.Col))
}

func (n *NDJSON) number(key string, value int64) {
	n.line = strconv.AppendInt(append(n.line, key...), value, 10)
}

func (n *NDJSON) text(key, value string) {
	n.line = escape.AppendJSON(append(n.line, key...), value)
}

func (n *NDJSON) end() { n.Write(append(n.line, '}', '\n')) }
