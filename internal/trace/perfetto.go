package trace

import (
	"bufio"
	"io"
	"strconv"

	"evsim/clock"
	"evsim/internal/states"
	"evsim/sim"
)

// Perfetto writes runs as one JSON object in the Trace Event Format, which
// ui.perfetto.dev and chrome://tracing open. A run is a process; its threads
// are the loop (turns and sleeps) and every phase and queue (phases and
// callbacks). An arrow leads from the statement that scheduled a callback to
// the callback; a counter follows the length of every queue.
//
// Most callbacks take no virtual time. So that their order is to be seen, the
// trace's clock is virtual time plus one microsecond for each event so far; the
// virtual time itself is in each slice's arguments, at_ms.
type Perfetto struct {
	*bufio.Writer
	states.Recording
	run  Run
	runs int
	any  bool // an entry was written
	line []byte
}

// NewPerfetto is a Perfetto on w. The object is closed by Close.
func NewPerfetto(w io.Writer) *Perfetto { return &Perfetto{Writer: bufio.NewWriter(w)} }

// Kinds is every event.
func (p *Perfetto) Kinds() sim.Kinds { return states.Kinds }

// Begin begins a process.
func (p *Perfetto) Begin(r Run) {
	p.run, p.Events = r, p.Events[:0]
	if p.runs++; p.runs == 1 {
		p.WriteString(`{"displayTimeUnit":"ns","traceEvents":[`)
	}
}

// End writes the run that is over.
func (p *Perfetto) End(stop sim.Stop, _ string) error {
	t := tracks{p: p, at: states.New(p.Events), ids: map[string]int{}, flown: map[sim.TaskID]int64{}, runs: map[sim.TaskID]int{}}
	for i, e := range p.Events {
		if e.Kind == sim.EventRun {
			t.runs[e.Task] = i + 1
		}
	}
	t.write()
	return p.Flush()
}

// Close ends the object.
func (p *Perfetto) Close() error {
	if p.runs > 0 {
		p.WriteString("\n]}\n")
	}
	return p.Flush()
}

// tracks writes the entries of one run.
type tracks struct {
	p     *Perfetto
	at    *states.Cursor
	ids   map[string]int // threads by name
	now   int64          // nanoseconds of the trace's clock
	turn  bool           // a slice of a turn is open
	phase string         // the thread with an open slice of a phase
	open  []string       // threads of the callbacks under way
	flows int64
	flown map[sim.TaskID]int64 // arrows under way, by task
	runs  map[sim.TaskID]int   // the last step at which a task runs
	sizes []int
}

const loopTrack = "loop"

func (t *tracks) write() {
	name := t.p.run.Policy
	if t.p.run.Case != "" {
		name += ", case " + t.p.run.Case
	}
	t.meta("process_name", 0, "name", name+", "+t.p.run.File)
	t.number("process_sort_index", 0, t.p.runs)
	t.thread(loopTrack)
	t.sizes = make([]int, len(t.at.Queues()))
	before := clock.Instant(0)
	for t.at.Next() {
		e := t.at.Event()
		began := t.now
		t.now = int64(e.At) + int64(t.at.Step())*1000
		if e.Kind == sim.EventSleep {
			t.sleep(e, began, clock.Span(e.At-before))
		}
		t.event(e)
		t.count()
		before = e.At
	}
	t.now += 1000
	for last := len(t.open) - 1; last >= 0; last-- { // callbacks that process.exit left
		t.end(t.open[last])
	}
	t.endPhase()
	t.endTurn()
}

// event writes what begins and ends.
func (t *tracks) event(e sim.Event) {
	switch e.Kind {
	case sim.EventTurn:
		t.endTurn()
		t.begin(loopTrack, "turn "+strconv.FormatInt(e.Turn, 10), e)
		t.turn = true
	case sim.EventPhase:
		t.endPhase()
		t.begin(string(e.Phase), string(e.Phase), e)
		t.phase = string(e.Phase)
	case sim.EventSchedule, sim.EventEnqueue:
		t.schedule(e)
	case sim.EventRun:
		t.begin(string(e.Phase), e.Text, e)
		t.open = append(t.open, string(e.Phase))
		if flow, ok := t.flown[e.Task]; ok {
			t.flow("f", string(e.Phase), flow)
			delete(t.flown, e.Task)
		}
	case sim.EventEnd:
		if last := len(t.open) - 1; last >= 0 {
			t.end(t.open[last])
			t.open = t.open[:last]
		}
	case sim.EventPoll:
		e.Text = PollText(e).String()
		t.instant(e)
	case sim.EventLog, sim.EventThrow, sim.EventStop:
		t.instant(e)
	}
}

// schedule begins an arrow, if the task has none and runs later: an arrow that
// begins must end. It must leave a slice: that of the callback which runs, or,
// for the host, one of its own on the loop's thread.
func (t *tracks) schedule(e sim.Event) {
	if _, flies := t.flown[e.Task]; flies || t.runs[e.Task] <= t.at.Step() {
		return
	}
	from := loopTrack
	if last := len(t.open) - 1; last >= 0 {
		from = t.open[last]
	} else {
		t.slice(from, "schedules "+e.Text, t.now, 100, e)
	}
	t.flows++
	t.flown[e.Task] = t.flows
	t.flow("s", from, t.flows)
}

// sleep is a slice of its own. In a browser the turn is over by then.
func (t *tracks) sleep(e sim.Event, began int64, length clock.Span) {
	if !t.p.run.Process {
		now := t.now
		t.now = began + 200
		t.endPhase()
		t.endTurn()
		t.now = now
	}
	began += 400
	t.slice(loopTrack, "sleep "+millis(length)+" ms", began, t.now-began, e)
}

func (t *tracks) endTurn() {
	if t.turn {
		t.end(loopTrack)
	}
	t.turn = false
}

func (t *tracks) endPhase() {
	if t.phase != "" {
		t.end(t.phase)
	}
	t.phase = ""
}

// count writes the counters of the queues whose length changed.
func (t *tracks) count() {
	for i, q := range t.at.Queues() {
		n := t.at.Size(i)
		if n == t.sizes[i] {
			continue
		}
		t.sizes[i] = n
		t.entry("C", "waiting: "+QueueName(q), 0, t.now)
		t.p.line = strconv.AppendInt(append(t.p.line, `,"args":{"tasks":`...), int64(n), 10)
		t.close("}}")
	}
}

// QueueName is a queue with the list that it is, if it is one of several.
func QueueName(q states.Queue) string {
	if q.List == 0 {
		return q.Name
	}
	return q.Name + " " + millis(q.List) + " ms"
}
