package trace

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"evsim/clock"
	"evsim/sim"
)

// maxDrawn is how many callbacks a picture shows; a reader would not find his
// way among more, and GitHub draws no Mermaid text above 50,000 characters.
const maxDrawn = 150

// Mermaid writes a run as a Mermaid sequence diagram: a column for each phase
// and queue, an arrow from the callback that schedules to the one that runs.
type Mermaid struct {
	*bufio.Writer
	teller
	runs int
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
	m.WriteString("sequenceDiagram\n")
	m.line("accTitle: %s", s.run.Title)
	m.line("title %s, %s", s.run.Title, s.run.heading())
	for i, lane := range s.lanes {
		m.line("participant %s as %s", column(i), lane)
	}
	columns := map[string]string{}
	for i, lane := range s.lanes {
		columns[lane] = column(i)
	}
	first, last := column(0), column(max(len(s.lanes)-1, 0))
	before := ""
	for i := range s.callbacks[:min(len(s.callbacks), maxDrawn)] {
		c := &s.callbacks[i]
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
		for _, text := range c.says {
			m.line("Note right of %s: %s", to, text)
		}
	}
	if more := len(s.callbacks) - maxDrawn; more > 0 {
		m.line("Note over %s,%s: ... %d more", first, last, more)
	}
	if len(s.lanes) > 0 {
		m.line("Note over %s,%s: %s", first, last, s.ending())
	}
}

func column(i int) string { return "c" + strconv.Itoa(i) }

// line writes a line of the diagram; texts of the script cannot break out.
func (m *Mermaid) line(format string, args ...any) {
	for i := range args {
		if text, ok := args[i].(string); ok {
			args[i] = mermaidText(text)
		}
	}
	fmt.Fprintf(m, "    "+format+"\n", args...)
}

// mermaidText writes what Mermaid would read as its own as entity codes.
func mermaidText(text string) string {
	var b strings.Builder
	for _, r := range Printable(text) {
		if strings.ContainsRune("#;<>%$", r) {
			fmt.Fprintf(&b, "#%d;", r)
			continue
		}
		b.WriteRune(r)
	}
	if b.Len() == 0 {
		return " "
	}
	return b.String()
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
