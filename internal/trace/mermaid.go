package trace

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"evsim/clock"
	"evsim/internal/escape"
	"evsim/sim"
)

// maxDrawn is how many callbacks a picture shows; a reader would not find his
// way among more.
const maxDrawn = 150

// mermaidLongest is how many characters of a text are drawn, mermaidRoom how
// many the whole diagram has for callbacks: what GitHub draws, less what stands
// at the end.
const (
	mermaidLongest = 300
	mermaidRoom    = escape.MermaidMost - 20*mermaidLongest
)

// Mermaid writes a run as a Mermaid sequence diagram: a column for each phase
// and queue, an arrow from the callback that schedules to the one that runs.
type Mermaid struct {
	*bufio.Writer
	teller
	runs int
	size int // bytes of the diagram so far, which are at least its characters
}

// NewMermaid is a Mermaid on w.
func NewMermaid(w io.Writer) *Mermaid { return &Mermaid{Writer: bufio.NewWriter(w)} }

// End writes the diagram.
func (m *Mermaid) End(stop sim.Stop, why string) error {
	if m.runs++; m.runs > 1 {
		m.WriteString("\n")
	}
	m.draw(m.finish(stop, why))
	return m.Flush()
}

func (m *Mermaid) draw(s *story) {
	m.size = 0
	m.WriteString("sequenceDiagram\n")
	m.line("accTitle: %s", s.run.Title.String())
	m.line("title %s, %s", s.run.Title.String(), s.run.heading(nil))
	for i, lane := range s.lanes {
		m.line("participant %s as %s", column(i), lane)
	}
	columns := map[string]string{}
	for i, lane := range s.lanes {
		columns[lane] = column(i)
	}
	first, last := column(0), column(max(len(s.lanes)-1, 0))
	before, drawn := "", 0
	for ; drawn < min(len(s.callbacks), maxDrawn) && m.size < mermaidRoom; drawn++ {
		c := &s.callbacks[drawn]
		if now := moment(c); now != before {
			m.line("Note over %s,%s: %s", first, last, now)
			before = now
		}
		to := columns[c.lane]
		from := to
		if c.from >= 0 {
			from = columns[s.callbacks[c.from].lane]
		}
		m.line("%s->>%s: %s", from, to, labelled(c))
		m.says(to, c.says)
	}
	if more := len(s.callbacks) - drawn; more > 0 {
		m.line("Note over %s,%s: ... %d more", first, last, more)
	}
	if len(s.lanes) > 0 {
		m.line("Note over %s,%s: %s", first, last, s.ending())
	}
}

// says draws what a callback logs, as far as there is room.
func (m *Mermaid) says(to string, texts []string) {
	for i, text := range texts {
		if m.size >= mermaidRoom {
			m.line("Note right of %s: ... %d more lines", to, len(texts)-i)
			return
		}
		m.line("Note right of %s: %s", to, text)
	}
}

func column(i int) string { return "c" + strconv.Itoa(i) }

// line writes a line of the diagram; texts of the script cannot break out.
func (m *Mermaid) line(format string, args ...any) {
	for i := range args {
		if text, ok := args[i].(string); ok {
			args[i] = escape.Mermaid(cutTo(text, mermaidLongest))
		}
	}
	n, _ := fmt.Fprintf(m, "    "+format+"\n", args...) // an error is kept for Flush
	m.size += n
}

// moment is when a callback runs.
func moment(c *callback) string {
	text := millis(clock.Span(c.at)) + " ms"
	if c.turn > 0 {
		text = "turn " + strconv.FormatInt(c.turn, 10) + ", " + text
	}
	return text
}

// labelled is a callback's name and place.
func labelled(c *callback) string {
	if at := place(c.pos); at != "" {
		return c.label + ", " + at
	}
	return c.label
}
