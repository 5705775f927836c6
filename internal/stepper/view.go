package stepper

import (
	"fmt"
	"strings"

	"evsim/clock"
	"evsim/internal/say"
	"evsim/internal/trace"
	"evsim/sim"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
)

// Styles of the screen, in the terminal's own colours.
var (
	heading = lipgloss.NewStyle().Bold(true)
	faint   = lipgloss.NewStyle().Faint(true)
	marked  = lipgloss.NewStyle().Reverse(true)
	wrong   = lipgloss.NewStyle().Foreground(lipgloss.Red)
)

// keys are what is told of the keys, as far as a screen is wide enough, and how
// to leave in any case.
var keys = []say.Text{"← → event", "↑ ↓ callback", "l L line", "b breakpoint", "c C to it", "g G ends"}

const leave = say.Text("q leave")

// shownLog is how many lines of the log are shown, shownTasks how many of a
// queue: fewer lines where the screen is low, more tasks where it is high.
const (
	shownLog   = 6
	shownTasks = 5
)

// View is the screen.
func (m Model) View() tea.View {
	logged := m.log(min(shownLog, (m.height-6)/3))
	last := m.lastLines()
	middle := m.height - len(logged) - len(last) - 4
	left := m.width * 45 / 100
	body := lipgloss.JoinHorizontal(lipgloss.Top,
		box(left, middle, m.statements(middle)),
		box(m.width-left, middle, m.tasks(middle)))
	lines := []string{
		m.title(),
		m.fit(m.now()),
		m.fit(m.event()),
		body,
		m.fit(heading.Render(m.say("log"))),
	}
	for _, text := range logged {
		lines = append(lines, m.fit(text))
	}
	for _, text := range last {
		lines = append(lines, m.fit(text))
	}
	v := tea.NewView(strings.Join(lines, "\n"))
	v.AltScreen = true
	return v
}

// title is the run and the step. Where that is too long, the file's name lacks
// its beginning.
func (m Model) title() string {
	step := "  " + m.say("step %d of %d", m.at.Step(), m.at.Len())
	name := printable(m.run.File) + ", " + m.run.Policy
	return m.fit(heading.Render(tail(name, m.width-lipgloss.Width(step))) + faint.Render(step))
}

// tail is the end of a text that is too long for a width.
func tail(text string, width int) string {
	if lipgloss.Width(text) <= width {
		return text
	}
	runes := []rune(text)
	for len(runes) > 0 && lipgloss.Width(string(runes)) >= width {
		runes = runes[1:]
	}
	return "…" + string(runes)
}

// fit cuts a line to the screen.
func (m Model) fit(text string) string { return lipgloss.NewStyle().MaxWidth(m.width).Render(text) }

// box is lines in a column of a width and a height.
func box(width, height int, lines []string) string {
	return lipgloss.NewStyle().Width(width).Height(height).MaxHeight(height).Render(strings.Join(cutAll(lines, width-1), "\n"))
}

func cutAll(lines []string, width int) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = lipgloss.NewStyle().MaxWidth(width).Render(line)
	}
	return out
}

// now is the time, the turn and the phase.
func (m Model) now() string {
	e := m.at.Event()
	phase := m.at.Phase()
	if phase == "" {
		phase = "-"
	}
	return m.say("%s ms   turn %d   phase %s", millis(clock.Span(e.At)), e.Turn, heading.Render(printable(phase)))
}

// event says what happened at this step, and where its task waited.
func (m Model) event() string {
	if m.at.Step() == 0 {
		return faint.Render(m.say("the run begins"))
	}
	e := m.at.Event()
	text := e.Text
	switch e.Kind {
	case sim.EventEnqueue:
		text = m.say("%s waits in %s", text, trace.QueueName(m.at.QueueOf(m.at.Step()-1)))
	case sim.EventPhase, sim.EventSleep, sim.EventTurn:
		text = string(e.Phase)
	case sim.EventPoll:
		text = m.run.Language.Say(trace.PollText(e))
	case sim.EventStop:
		text = m.ended(e.Text)
	}
	line := heading.Render(e.Kind.String()) + "  " + printable(text) + faint.Render(place(e.Pos))
	if from, waited := m.at.Left(); waited && (e.Kind == sim.EventRun || e.Kind == sim.EventDrop) {
		line += faint.Render("  " + m.say("from %s", trace.QueueName(from)))
	}
	return line
}

// ended says how the run ended: by itself, or at the limit that the stop names.
func (m Model) ended(reason string) string {
	switch reason {
	case sim.Ended.String():
		return m.say("ended")
	case sim.Exited.String():
		return m.say("exited")
	case sim.Died.String():
		return m.say("died")
	case sim.Abandoned.String():
		return m.say("abandoned")
	case sim.Waiting.String():
		return m.say("waits for ever")
	}
	return m.say("at the limit of %s", reason)
}

// lineOf is the line of a place in the file that is shown; 0: it is in another.
func lineOf(p sim.Pos) int {
	if p.File != "" {
		return 0
	}
	return int(p.Line)
}

// statements is the part of the source around the statement of the step.
func (m Model) statements(height int) []string {
	current := lineOf(m.at.Event().Pos)
	stack := map[int]bool{}
	for _, run := range m.at.Stack(nil) {
		stack[lineOf(run.Pos)] = true
		if m.at.Event().Pos.Line == 0 {
			current = lineOf(run.Pos)
		}
	}
	from := max(0, min(current-1-height/2, len(m.source)-height))
	var lines []string
	for i := from; i < min(from+height, len(m.source)); i++ {
		mark := "  "
		if stack[i+1] {
			mark = "| "
		}
		line := fmt.Sprintf("%s%4d  %s", mark, i+1, printable(m.source[i]))
		if i+1 == current {
			line = marked.Render(line)
		}
		lines = append(lines, line)
	}
	return lines
}

// tasks is the call stack and the queues that are not empty.
func (m Model) tasks(height int) []string {
	lines := []string{heading.Render(m.say("call stack"))}
	stack := m.at.Stack(nil)
	for i := len(stack) - 1; i >= 0; i-- {
		lines = append(lines, "  "+printable(stack[i].Text)+faint.Render(place(stack[i].Pos)))
	}
	for i, q := range m.at.Queues() {
		n := m.at.Size(i)
		if n == 0 {
			continue
		}
		lines = append(lines, heading.Render(trace.QueueName(q))+faint.Render(fmt.Sprintf("  %d", n)))
		room := min(max(height-len(lines)-1, 1), max(shownTasks, height/4))
		for _, e := range m.at.Waiting(nil, i, room) {
			line := "  " + printable(e.Text) + faint.Render(place(e.Pos))
			if e.Due != clock.Never {
				line += faint.Render(" " + m.say("due %s ms", millis(clock.Span(e.Due))))
			}
			lines = append(lines, line)
		}
		if n > room {
			lines = append(lines, faint.Render("  "+m.say("and %d more", n-room)))
		}
	}
	return lines
}

// log is the last lines of the log.
func (m Model) log(rows int) []string {
	logged := m.at.Log()
	lines := make([]string, 0, rows)
	for _, i := range logged[max(len(logged)-rows, 0):] {
		e := m.run.Events[i]
		text := "  " + printable(e.Text)
		if e.Kind == sim.EventThrow {
			text = wrong.Render(text)
		}
		lines = append(lines, text)
	}
	for len(lines) < rows {
		lines = append(lines, "")
	}
	return lines
}

// lastLines are the breakpoints, a line below the log even if there are none
// unless the screen is low, and what was said last or can be done.
func (m Model) lastLines() []string {
	var texts []string
	for _, b := range m.breakpoints {
		texts = append(texts, printable(b.text))
	}
	switch {
	case len(texts) > 0:
		return []string{faint.Render(m.say("breakpoints: %s", strings.Join(texts, "; "))), m.lastLine()}
	case m.height < 20:
		return []string{m.lastLine()}
	}
	return []string{"", m.lastLine()}
}

func (m Model) lastLine() string {
	switch {
	case m.asking:
		return m.question()
	case m.said != "":
		return m.said
	}
	return faint.Render(m.help())
}

// question is that for a breakpoint, of which the end is to be seen.
func (m Model) question() string {
	typed := printable(m.typed) + "_"
	short := m.say("break at:") + " "
	for _, ask := range []string{m.say("break at a label, `phase NAME` or `at TIME`:") + " ", short} {
		if lipgloss.Width(ask+typed) <= m.width {
			return ask + typed
		}
	}
	return short + tail(typed, m.width-lipgloss.Width(short))
}

// help is as many keys as there is room for.
func (m Model) help() string {
	line, last := "", m.run.Language.Say(leave)
	for _, key := range keys {
		if more := line + m.run.Language.Say(key) + "  "; lipgloss.Width(more+last) <= m.width {
			line = more
		}
	}
	return line + last
}

func place(p sim.Pos) string {
	if p.Line == 0 {
		return ""
	}
	return "  " + p.String()
}

func millis(d clock.Span) string { return string(sim.AppendMillis(nil, d)) }

// printable is text that a terminal shows and does not obey.
func printable(text string) string { return trace.Printable(text) }
