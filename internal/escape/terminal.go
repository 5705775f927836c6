package escape

import (
	"bytes"
	"io"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Guard passes text for people on to a terminal, a file or a CI system's log. It
// stands behind all other writers, and holds what one of them forgot:
//
//   - What [Control] reports becomes U+FFFD; only tabs and line ends pass, and
//     where there is colour the codes that set it (ECMA-48, SGR).
//   - A line that a CI system would take for a command is broken by a
//     backslash: one that begins with `::` (GitHub Actions), and `##[`, `##vso[`
//     and `##teamcity[` wherever they stand (GitHub Actions, Azure Pipelines,
//     TeamCity). GitLab's begin with control characters.
//
// Its zero value is of no use; see [NewGuard].
type Guard struct {
	mu     sync.Mutex // commands write from more than one goroutine
	w      io.Writer
	colour bool
	ci     commands
	held   []byte // the beginning of a character, or of a code for colour
	out    []byte
}

// NewGuard is a Guard on w.
func NewGuard(w io.Writer, colour bool) *Guard { return &Guard{w: w, colour: colour} }

// Unwrap is what the guard writes to.
func (g *Guard) Unwrap() io.Writer { return g.w }

// Write writes what may pass (io.Writer). The end of a text that may be half a
// character waits for the next one.
func (g *Guard) Write(text []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := len(text)
	if len(g.held) > 0 {
		text = append(g.held, text...)
		g.held = nil
	}
	g.out = g.out[:0]
	for len(text) > 0 {
		if run := g.asTheyAre(text); run > 0 {
			g.out = append(g.out, text[:run]...)
			text = text[run:]
			continue
		}
		size := g.one(text)
		if size == 0 {
			g.held = bytes.Clone(text)
			break
		}
		text = text[size:]
	}
	if _, err := g.w.Write(g.out); err != nil {
		return 0, err
	}
	return n, nil
}

// asTheyAre counts the bytes at the beginning of a text that pass and are no
// part of a command.
func (g *Guard) asTheyAre(text []byte) int {
	for i, c := range text {
		if c >= 0x7f || c < ' ' && c != '\n' && c != '\t' || g.ci.completes(c) {
			return i
		}
		g.ci.pass(rune(c))
	}
	return len(text)
}

// one passes one character or code on, and returns its size; 0: the text ends
// before it does.
func (g *Guard) one(text []byte) int {
	if text[0] == 0x1b && g.colour {
		if size := colourCode(text); size != 0 {
			if size > 0 {
				g.out = append(g.out, text[:size]...)
			}
			return max(size, 0)
		}
	}
	if !utf8.FullRune(text) {
		return 0
	}
	r, size := utf8.DecodeRune(text)
	switch {
	case Control(r):
		g.out = utf8.AppendRune(g.out, utf8.RuneError)
	case r < utf8.RuneSelf && g.ci.completes(byte(r)):
		g.out = append(g.out, '\\', byte(r))
	default:
		g.out = utf8.AppendRune(g.out, r)
	}
	g.ci.pass(r)
	return size
}

// colourCode is the size of the code for colour that a text begins with; 0 if it
// begins with none, -1 if the text ends before that is known.
func colourCode(text []byte) int {
	for i := 1; ; i++ {
		switch {
		case i == len(text):
			return -1
		case i == 1 && text[i] != '[', i > 12:
			return 0
		case text[i] == 'm':
			return i + 1
		case i > 1 && text[i] != ';' && (text[i] < '0' || text[i] > '9'):
			return 0
		}
	}
}

// commands follows a line up to where it becomes a command of a CI system.
type commands struct {
	begun bool   // something but space was seen
	colon bool   // it was one colon
	mark  string // the beginning of one of ciMarks that was seen last
}

// ciMarks are what begins a command wherever it stands in a line.
var ciMarks = [...]string{"##[", "##vso[", "##teamcity["}

// completes reports whether a byte would make the line a command.
func (c *commands) completes(b byte) bool {
	switch b {
	case ':':
		return c.colon
	case '[':
		for _, mark := range ciMarks {
			if c.mark+"[" == mark {
				return true
			}
		}
	}
	return false
}

// pass goes on behind a character.
func (c *commands) pass(r rune) {
	switch {
	case r == '\n':
		*c = commands{}
		return
	case !c.begun && unicode.IsSpace(r):
		return
	}
	c.colon = r == ':' && !c.begun
	c.begun = true
	if r != '#' && c.mark == "" {
		return
	}
	c.mark = prefixOfMark(c.mark, r)
}

// prefixOfMark is the longest beginning of a mark that ends with r.
func prefixOfMark(before string, r rune) string {
	for _, mark := range ciMarks {
		if n := len(before); n < len(mark) && mark[:n] == before && r == rune(mark[n]) {
			return mark[:n+1]
		}
	}
	switch {
	case r == '#' && before == "##":
		return before
	case r == '#':
		return "#"
	}
	return ""
}
