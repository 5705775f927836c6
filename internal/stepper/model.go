// Package stepper steps through a run in a terminal, forwards and back:
// statements, call stack, queues, log and time at every step.
package stepper

import (
	"context"
	"fmt"
	"io"
	"strings"

	"evsim/internal/say"
	"evsim/internal/states"
	"evsim/sim"

	tea "charm.land/bubbletea/v2"
)

// Run is what is stepped through.
type Run struct {
	File   string
	Policy string
	Text   string      // the scenario's source
	Events []sim.Event // all that the run emitted

	Language *say.Language // that of the screen
}

// ErrInterrupted is what Step returns when the process was interrupted meanwhile.
var ErrInterrupted = tea.ErrInterrupted

// Step shows a run on a terminal until the reader leaves it, or ctx ends.
func Step(ctx context.Context, in io.Reader, out io.Writer, run Run, breakpoints []Breakpoint) error {
	_, err := tea.NewProgram(New(run, breakpoints), tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out)).Run()
	if err != nil {
		return fmt.Errorf("the terminal: %w", err)
	}
	return nil
}

// Model is the stepper's state (tea.Model).
type Model struct {
	run         Run
	source      []string
	at          *states.Cursor
	breakpoints []Breakpoint
	width       int
	height      int
	asking      bool   // for a breakpoint
	typed       string // of it
	said        string // in the last line
}

// New is a model before the first event.
func New(run Run, breakpoints []Breakpoint) Model {
	return Model{
		run: run, source: strings.Split(strings.TrimSuffix(run.Text, "\n"), "\n"), at: states.New(run.Events),
		breakpoints: breakpoints, width: 80, height: 24,
	}
}

// say is a text in the language of the screen.
func (m Model) say(format say.Format, args ...any) string {
	return m.run.Language.Sayf(format, args...)
}

// Init asks for nothing.
func (m Model) Init() tea.Cmd { return nil }

// Update takes a key or the terminal's size.
func (m Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = max(msg.Width, 40), max(msg.Height, 12)
	case tea.PasteMsg:
		if m.asking {
			m = m.write(msg.Content)
		}
	case tea.KeyPressMsg:
		m.said = ""
		if m.asking {
			return m.answer(msg), nil
		}
		return m.key(msg.String())
	}
	return m, nil
}

// key does what a key stands for.
func (m Model) key(key string) (tea.Model, tea.Cmd) {
	switch key {
	case "q", "ctrl+c", "esc":
		return m, tea.Quit
	case "right", "n", "space", "enter":
		m.at.Next()
	case "left", "p":
		m.at.Back()
	case "down", "j":
		m.walk(m.at.Next, starts)
	case "up", "k":
		m.walk(m.at.Back, starts)
	case "l":
		m.walk(m.at.Next, logs)
	case "L", "shift+l":
		m.walk(m.at.Back, logs)
	case "home", "g":
		m.at.Seek(0)
	case "end", "G", "shift+g":
		m.at.Seek(m.at.Len())
	case "c":
		return m.toBreakpoint(m.at.Next), nil
	case "C", "shift+c":
		return m.toBreakpoint(m.at.Back), nil
	case "b":
		m.asking, m.typed = true, ""
	}
	return m, nil
}

func starts(e sim.Event) bool { return e.Kind == sim.EventRun }

func logs(e sim.Event) bool { return e.Kind == sim.EventLog || e.Kind == sim.EventThrow }

// walk goes on in a direction to the next event that is wanted, or to the end.
func (m Model) walk(step func() bool, wanted func(sim.Event) bool) (found bool) {
	for step() {
		if wanted(m.at.Event()) {
			return true
		}
	}
	return false
}

// toBreakpoint goes on in a direction until a breakpoint holds. A run that has
// none goes to its end.
func (m Model) toBreakpoint(step func() bool) Model {
	m.said = m.say("no breakpoint on the way")
	if len(m.breakpoints) == 0 {
		m.said = m.say("there is no breakpoint: b sets one")
	}
	var hit Breakpoint
	if m.walk(step, func(e sim.Event) bool {
		for _, b := range m.breakpoints {
			if b.holds(m.before(), e) {
				hit = b
				return true
			}
		}
		return false
	}) {
		m.said = m.say("breakpoint: %s", hit.text)
	}
	return m
}

// before is the event before that of the step.
func (m Model) before() sim.Event {
	if m.at.Step() < 2 {
		return sim.Event{}
	}
	return m.run.Events[m.at.Step()-2]
}

// answer takes a key of the line that asks for a breakpoint.
func (m Model) answer(key tea.KeyPressMsg) Model {
	switch key.String() {
	case "esc", "ctrl+c":
		m.asking = false
	case "enter":
		m.asking = false
		m = m.toggle(m.typed)
	case "backspace":
		if runes := []rune(m.typed); len(runes) > 0 {
			m.typed = string(runes[:len(runes)-1])
		}
	default:
		m = m.write(key.Key().Text)
	}
	return m
}

// maxTyped is the longest breakpoint, in runes.
const maxTyped = 200

func (m Model) write(text string) Model {
	runes := []rune(m.typed + text)
	m.typed = string(runes[:min(len(runes), maxTyped)])
	return m
}

// toggle sets a breakpoint, or takes it away when it is set.
func (m Model) toggle(text string) Model {
	b, err := ParseBreakpoint(text)
	if err != nil {
		m.said = m.run.Language.Say(say.OfError(err))
		return m
	}
	var others []Breakpoint
	for _, have := range m.breakpoints {
		if have.text != b.text {
			others = append(others, have)
		}
	}
	if len(others) == len(m.breakpoints) {
		others = append(others, b)
	}
	m.breakpoints = others
	return m
}
