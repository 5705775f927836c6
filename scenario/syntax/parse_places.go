package syntax

import (
	"slices"
	"strings"
	"unicode/utf8"

	"evsim/scenario/diagnostic"
	"evsim/sim"
)

// starts are the offsets at which lines begin. They are only needed once
// something is wrong.
func (p *parser) starts() []int {
	if p.lines != nil {
		return p.lines
	}
	p.lines = diagnostic.LineStarts(p.src)
	return p.lines
}

// posAt is the place of a byte. Columns count characters, and a byte order
// mark is none.
func (p *parser) posAt(offset int) sim.Pos {
	starts := p.starts()
	line, found := slices.BinarySearch(starts, offset)
	if found {
		line++
	}
	before := p.src[starts[line-1]:offset]
	if end, size := diagnostic.NextBreak(before); size > 0 {
		before = before[:end] // inside a line's end, which may be two characters
	}
	before = strings.TrimPrefix(before, "\ufeff")
	return sim.Pos{Line: int32(line), Col: int32(utf8.RuneCountInString(before)) + 1}
}

// lineStart is the offset at which a line begins, or the end of the file.
func (p *parser) lineStart(line int) int {
	if starts := p.starts(); line <= len(starts) {
		return starts[line-1]
	}
	return len(p.src)
}

// inFile is the place itself, or the end of the file for one behind it: the
// YAML library ends every file with a line.
func (p *parser) inFile(pos sim.Pos) sim.Pos {
	if int(pos.Line) > len(p.starts()) {
		return p.posAt(len(p.src))
	}
	return pos
}

// line1 is the text of a line, numbered from 1.
func (p *parser) line1(line int) string {
	text := p.src[p.lineStart(line):p.lineStart(line+1)]
	return strings.TrimPrefix(strings.TrimRight(text, "\r\n\u0085\u2028\u2029"), "\ufeff")
}

// maxUnderlined bounds how much of a line is looked at, for lines that hold
// thousands of errors.
const maxUnderlined = 400

// from is the line from a place on.
func (p *parser) from(pos sim.Pos) string {
	if line := int(pos.Line); p.lastLine != line || line == 0 {
		p.lastLine, p.lastRunes = line, []rune(p.line1(line))
	}
	at := min(max(int(pos.Col)-1, 0), len(p.lastRunes))
	return string(p.lastRunes[at:min(at+maxUnderlined, len(p.lastRunes))])
}

// width is how much of its line a node takes, as far as it can be underlined.
func (p *parser) width(n *node) int {
	rest := p.from(n.pos)
	if n.text != "" && strings.HasPrefix(rest, n.text) {
		return utf8.RuneCountInString(n.text)
	}
	if rest == "" || n.kind != nodeText || n.plain {
		return 1
	}
	return quotedWidth([]rune(rest))
}

// quotedWidth is the width of a text in quotes, up to the end of its line.
func quotedWidth(line []rune) int {
	quote := line[0]
	if quote != '"' && quote != '\'' {
		return 1
	}
	for i := 1; i < len(line); i++ {
		switch {
		case line[i] == '\\' && quote == '"':
			i++
		case line[i] == quote && quote == '\'' && i+1 < len(line) && line[i+1] == '\'':
			i++
		case line[i] == quote:
			return i + 1
		}
	}
	return len(line)
}
