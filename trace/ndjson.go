package trace

import (
	"bufio"
	"encoding/json"
	"io"

	"evsim/sim"
)

// NDJSON writes one JSON object a line for each event. The keys are always the
// same and in the same order; those of [record] marked omitempty stand only
// where they have something to say.
type NDJSON struct {
	*bufio.Writer
	json *json.Encoder
	run  Run
	stop sim.Event
}

// record is a line. Its fields are the format; new ones go to the end.
type record struct {
	File   string `json:"file"`
	Case   string `json:"case,omitempty"`
	Policy string `json:"policy"`
	Seq    uint64 `json:"seq"`
	At     int64  `json:"at_ns"`
	Event  string `json:"event"`
	Phase  string `json:"phase"`
	Turn   int64  `json:"turn"`
	Task   uint32 `json:"task"`
	Cause  uint32 `json:"cause"`
	Text   string `json:"text"`
	Line   int32  `json:"line"`
	Col    int32  `json:"col"`

	Code  *int   `json:"code,omitempty"`  // stop, of a process: its exit code
	Error string `json:"error,omitempty"` // stop: what nothing caught
	Why   string `json:"why,omitempty"`   // stop: why a limit was reached
}

// NewNDJSON is an NDJSON on w.
func NewNDJSON(w io.Writer) *NDJSON {
	n := &NDJSON{Writer: bufio.NewWriter(w)}
	n.json = json.NewEncoder(n.Writer)
	n.json.SetEscapeHTML(false)
	return n
}

// Kinds is every event.
func (n *NDJSON) Kinds() sim.Kinds { return sim.AllKinds }

// Begin names the run in the lines that follow.
func (n *NDJSON) Begin(r Run) { n.run = r }

// Emit writes one event (sim.Sink). The stop waits for what only End knows.
func (n *NDJSON) Emit(e sim.Event) {
	if e.Kind == sim.EventStop {
		n.stop = e
		return
	}
	n.write(n.record(e))
}

// End writes the stop and flushes.
func (n *NDJSON) End(stop sim.Stop, why string) error {
	r := n.record(n.stop)
	r.Error, r.Why = stop.Error, why
	if n.run.Process && !stop.Reason.Limit() {
		r.Code = &stop.Code
	}
	n.write(r)
	return n.Flush()
}

func (n *NDJSON) record(e sim.Event) record {
	return record{
		File: n.run.File, Case: n.run.Case, Policy: n.run.Policy,
		Seq: e.Seq, At: int64(e.At), Event: e.Kind.String(), Phase: e.Phase, Turn: e.Turn,
		Task: uint32(e.Task), Cause: uint32(e.Cause), Text: e.Text, Line: e.Pos.Line, Col: e.Pos.Col,
	}
}

// write leaves errors to the buffer, which keeps the first until Flush.
func (n *NDJSON) write(r record) { _ = n.json.Encode(r) }
