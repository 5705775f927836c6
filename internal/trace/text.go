package trace

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"evsim/clock"
	"evsim/internal/escape"
	"evsim/internal/say"
	"evsim/sim"
)

// Text writes a run for a reader: one row for each callback, with the rows of
// what it logs indented below it.
//
// A time or a turn stands only in the first row that it holds for. Phases in
// which nothing ran are not shown; neither are, after the first few, callbacks
// of a long succession that logs nothing.
type Text struct {
	*bufio.Writer
	style Style
	lang  *say.Language
	polls bool
	run   Run
	runs  int

	stack  []frame // the callbacks that run, the outermost first
	quiet  int     // rows since something was logged
	hidden int64   // callbacks that ended without a row
	asleep clock.Span
	before clock.Instant // the time of the event before
	slept  sim.Event     // the last sleep of those in asleep

	phase int    // width of the column
	ms    string // as last shown; "": nothing was
	turn  int64
}

// frame is a callback under way.
type frame struct {
	run   sim.Event
	shown bool
}

// maxQuiet is how many rows in succession may log nothing.
const maxQuiet = 10

// minPhase is the width of the phase column; a longer name widens it from its
// own row on, because rows are not held back.
const minPhase = 10

// NewText is a Text on w.
func NewText(w io.Writer, style Style) *Text {
	return &Text{Writer: bufio.NewWriter(w), style: style}
}

// In writes in this language; nil is English, as without it.
func (t *Text) In(l *say.Language) { t.lang = l }

// ShowPolls gives each visit of poll a row: how long it may wait, and why.
func (t *Text) ShowPolls() { t.polls = true }

// Kinds is all events but the scheduling and the queues: turns and phases are
// where the time before a sleep is known from.
func (t *Text) Kinds() sim.Kinds {
	left := sim.KindsOf(sim.EventSchedule, sim.EventPoll) | sim.QueueKinds | sim.RuleKinds
	if t.polls {
		left &^= sim.KindsOf(sim.EventPoll)
	}
	return sim.AllKinds &^ left
}

// Begin writes the heading of a run.
func (t *Text) Begin(r Run) {
	if t.runs > 0 {
		t.line("")
	}
	*t = Text{Writer: t.Writer, style: t.style, lang: t.lang, polls: t.polls, run: r, runs: t.runs + 1, phase: minPhase}
	t.line(t.style.Bold(Printable(t.lang.Say(r.Title))))
	t.line(r.heading(t.lang))
	t.line("")
	t.line(t.style.Dim(t.columns(t.lang.Say("ms"), t.lang.Say("turn"), t.lang.Say("phase"), t.lang.Say("at"), t.lang.Say("what runs, and > what it logs"))))
}

func (r Run) heading(l *say.Language) string {
	text := l.Sayf("%s: %s", r.Policy, r.Versions)
	if r.Same {
		text = l.Sayf("%s: the same log at the same times; the first is shown", r.Policy)
	}
	if r.Case != "" {
		text += l.Sayf(", case: %s", Printable(r.Case))
	}
	if r.Seed != 0 {
		text += l.Sayf(", seed %d", r.Seed)
	}
	return text
}

// Emit writes what is to be seen of an event (sim.Sink).
func (t *Text) Emit(e sim.Event) {
	switch e.Kind {
	case sim.EventRun:
		t.begin(e)
	case sim.EventEnd:
		t.end()
	case sim.EventLog:
		t.say(e, "> ", t.style.Bold)
	case sim.EventThrow:
		if what, rejected := strings.CutPrefix(e.Text, "unhandled rejection: "); rejected {
			e.Text = t.lang.Sayf("unhandled rejection: %s", what)
		} else {
			e.Text = t.lang.Sayf("uncaught: %s", e.Text)
		}
		t.say(e, "! ", t.style.Bad)
	case sim.EventSleep:
		t.asleep += clock.Span(e.At - t.before)
		t.slept = e
	case sim.EventPoll:
		t.poll(e)
	}
	t.before = e.At
}

// begin is the begin of a callback.
func (t *Text) begin(e sim.Event) {
	f := frame{run: e}
	if t.quiet < maxQuiet {
		t.quiet++
		f.shown = true
		t.callback(len(t.stack), e)
	}
	t.stack = append(t.stack, f)
}

// poll is the row of a visit of poll; those of a long succession are counted
// with the callbacks that log nothing.
func (t *Text) poll(e sim.Event) {
	if t.quiet == maxQuiet {
		t.hidden++
		return
	}
	t.quiet++
	t.wake()
	t.row(e, string(e.Phase), t.style.Dim(Printable(t.lang.Say(PollText(e)))))
}

func (t *Text) end() {
	last := len(t.stack) - 1
	if last < 0 {
		return
	}
	if !t.stack[last].shown {
		t.hidden++
	}
	t.stack = t.stack[:last]
}

// say is a row below the callback that it comes from, which is to be seen then.
func (t *Text) say(e sim.Event, mark string, style func(string) string) {
	t.unhide()
	t.quiet = 0
	for i, line := range strings.Split(e.Text, "\n") {
		if i > 0 {
			mark, e.Pos = strings.Repeat(" ", len(mark)), sim.Pos{}
		}
		t.row(e, "", indent(len(t.stack))+mark+style(Printable(line)))
	}
}

// unhide shows the callbacks that run, and how many were left out before.
func (t *Text) unhide() {
	t.elided()
	for i := range t.stack {
		if f := &t.stack[i]; !f.shown {
			f.shown = true
			t.callback(i, f.run)
		}
	}
}

// elided stands for callbacks that were left out.
func (t *Text) elided() {
	if t.hidden == 0 {
		return
	}
	text := t.lang.Sayf("... %d more that log nothing", t.hidden)
	if t.asleep > 0 {
		text += t.lang.Sayf(", and %s ms asleep", millis(t.asleep))
	}
	t.line(t.style.Dim(t.columns("", "", "", "", text)))
	t.hidden, t.asleep = 0, 0
}

func (t *Text) callback(depth int, e sim.Event) {
	t.wake()
	t.row(e, string(e.Phase), indent(depth)+Printable(e.Text))
}

// wake is the row of the sleep that is over.
func (t *Text) wake() {
	phase := string(t.slept.Phase)
	if !t.run.Process {
		phase = "" // browsers sleep between tasks
	}
	if t.asleep > 0 {
		t.row(t.slept, phase, t.style.Dim(t.lang.Sayf("sleeps %s ms", millis(t.asleep))))
	}
	t.asleep = 0
}

// row is one row, without what the rows before it say already.
func (t *Text) row(e sim.Event, phase, what string) {
	ms, turn, at := millis(clock.Span(e.At)), "", ""
	if ms == t.ms {
		ms = ""
	} else {
		t.ms = ms
	}
	if e.Turn != t.turn {
		turn = strconv.FormatInt(e.Turn, 10)
	}
	if e.Pos.Line > 0 {
		at = e.Pos.String()
	}
	t.turn = e.Turn
	t.phase = max(t.phase, len(phase))
	t.line(t.columns(ms, turn, phase, at, what))
}

func (t *Text) columns(ms, turn, phase, at, what string) string {
	if t.lang == nil {
		return fmt.Sprintf("%8s  %5s  %-*s  %7s  %s", ms, turn, t.phase, phase, at, what)
	}
	left := func(text string, width int) string {
		return strings.Repeat(" ", max(width-escape.Width(text), 0)) + text
	}
	return left(ms, 8) + "  " + left(turn, 5) + "  " + phase + strings.Repeat(" ", max(t.phase-escape.Width(phase), 0)) + "  " + left(at, 7) + "  " + what
}

func (t *Text) line(text string) {
	t.WriteString(strings.TrimRight(text, " "))
	t.WriteByte('\n')
}

// End writes how the run ended, and flushes.
func (t *Text) End(stop sim.Stop, why string) error {
	t.elided()
	t.line("")
	at := millis(clock.Span(t.before))
	if stop.Reason.Endless() && t.lang != nil {
		why = t.lang.Say(stop.Explain())
	}
	switch why = Printable(why); {
	case stop.Reason.Limit():
		t.line(t.style.Bad(t.lang.Say("stopped")) + t.lang.Sayf(" at %s ms, at the limit of %s", at, stop.Reason))
		t.line("  " + why)
	case stop.Reason == sim.Waiting:
		t.line(t.style.Good(t.lang.Say("waits for ever")) + t.lang.Sayf(", from %s ms on: %s", at, why))
	case stop.Reason == sim.Abandoned:
		t.line(t.style.Bad(t.lang.Say("stopped")) + t.lang.Sayf(" at %s ms: %s", at, why))
	case stop.Reason == sim.Died:
		t.line(t.style.Bad(t.lang.Say("died")) + t.lang.Sayf(" at %s ms: %s", at, Printable(t.lang.Say(stop.Error))) + t.code(stop))
	default:
		t.line(t.style.Good(t.lang.Say(endings[stop.Reason])) + t.lang.Sayf(" at %s ms", at) + t.code(stop))
	}
	return t.Flush()
}

// endings are the natural ends of runs.
var endings = map[sim.StopReason]say.Text{sim.Ended: "ended", sim.Exited: "exited", sim.Running: "running"}

func (t *Text) code(stop sim.Stop) string {
	if !t.run.Process {
		return ""
	}
	return t.lang.Sayf(", exit code %d", stop.Code)
}

func indent(depth int) string { return strings.Repeat("  ", depth) }

func millis(d clock.Span) string { return string(sim.AppendMillis(nil, d)) }

// Printable replaces what a terminal would obey rather than show.
func Printable(text string) string { return escape.Line(text) }
