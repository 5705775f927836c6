package trace

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"evsim/clock"
	"evsim/sim"
)

// Marble writes a run as marble text: a line for each phase and queue, a letter
// for each callback where it runs, and below what the letters stand for. Time
// flows to the right; columns are callbacks in order, not lengths of time.
//
//   - nothing      ~  the loop sleeps
//     |  the end      #  the end by an error or a limit
type Marble struct {
	*bufio.Writer
	teller
	runs int
}

// marbleWidth is how many characters of callbacks stand in one line.
const marbleWidth = 80

// NewMarble is a Marble on w.
func NewMarble(w io.Writer) *Marble { return &Marble{Writer: bufio.NewWriter(w)} }

// End writes the text.
func (m *Marble) End(stop sim.Stop, why string) error {
	if m.runs++; m.runs > 1 {
		m.WriteString("\n")
	}
	s := m.finish(stop, why)
	fmt.Fprintf(m, "%s\n%s\n\n", Printable(s.run.Title.String()), s.run.heading(nil))
	names := marbleNames(len(s.callbacks))
	for next := 0; next < len(names); {
		next = m.block(s, names, next)
	}
	m.legend(s, names)
	fmt.Fprintf(m, "\n%s\n", Printable(s.ending()))
	return m.Flush()
}

// marbleNames names callbacks a, b, c ..., with as many letters as all need.
func marbleNames(n int) []string {
	width := 1
	for most := 26; most < n; most *= 26 {
		width++
	}
	names := make([]string, n)
	for i := range names {
		name := make([]byte, width)
		for k, rest := width-1, i; k >= 0; k, rest = k-1, rest/26 {
			name[k] = byte('a' + rest%26)
		}
		names[i] = string(name)
	}
	return names
}

// block is the lines of as many callbacks from the given one on as have room,
// and returns the next. A column where the time changes is as wide as the time.
func (m *Marble) block(s *story, names []string, from int) (to int) {
	left := utf8.RuneCountInString("ms")
	for _, lane := range s.lanes {
		left = max(left, utf8.RuneCountInString(lane))
	}
	times, before := "", ""
	var widths []int
	for to = from; to < len(names) && len(times) < marbleWidth; to++ {
		now := millis(clock.Span(s.callbacks[to].at))
		width := len(names[to])
		if now == before {
			now = ""
		} else {
			width, before = max(width, len(now)), now
		}
		widths = append(widths, width)
		times += fmt.Sprintf(" %-*s", width, now)
	}
	m.WriteString(strings.TrimRight(fmt.Sprintf("%-*s  %s", left, "ms", times), " ") + "\n")
	for _, lane := range s.lanes {
		fmt.Fprintf(m, "%-*s  ", left, Printable(lane))
		for i, width := range widths {
			m.WriteString(cell(&s.callbacks[from+i], lane, names[from+i], width))
		}
		if to == len(names) {
			m.WriteString("-" + terminal(s))
		}
		m.WriteString("\n")
	}
	m.WriteString("\n")
	return to
}

// cell is one callback's column in one lane.
func cell(c *callback, lane, name string, width int) string {
	if c.lane != lane {
		name = ""
	}
	return gap(c) + name + strings.Repeat("-", width-len(name))
}

func gap(c *callback) string {
	if c.slept > 0 {
		return "~"
	}
	return "-"
}

func terminal(s *story) string {
	if s.stop.Reason.Limit() || s.stop.Reason == sim.Died || s.stop.Reason == sim.Abandoned {
		return "#"
	}
	return "|"
}

// legend says what each name stands for, and what it logs.
func (m *Marble) legend(s *story, names []string) {
	width := 0
	for i := range s.callbacks {
		width = max(width, utf8.RuneCountInString(labelled(&s.callbacks[i])))
	}
	for i := range s.callbacks {
		c := &s.callbacks[i]
		row := trimmed{to: m.Writer}
		row.put(fmt.Sprintf("%s  %-*s  ", names[i], width, Printable(labelled(c))))
		for k, text := range c.says {
			if k > 0 {
				row.put(", ")
			}
			row.put(Printable(text))
		}
		m.WriteString("\n")
	}
}

// trimmed writes a line piece by piece, since it may be long, and no spaces at its
// end.
type trimmed struct {
	to     *bufio.Writer
	spaces int // that come before the next piece
}

func (t *trimmed) put(text string) {
	ink := strings.TrimRight(text, " ")
	if ink != "" {
		for ; t.spaces > 0; t.spaces-- {
			t.to.WriteByte(' ')
		}
		t.to.WriteString(ink)
	}
	t.spaces += len(text) - len(ink)
}
