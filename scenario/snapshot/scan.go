package snapshot

import (
	"strings"
	"unicode/utf8"

	"evsim/scenario/diagnostic"
	"evsim/sim"
)

// file is a scenario's text with the offsets of its lines.
type file struct {
	src    string
	starts []int
	lost   bool // what was scanned is not what was parsed
}

// newFile is lost from the start where there are line breaks that only YAML
// knows: in what is rewritten, none is written.
func newFile(text []byte) *file {
	src := string(text)
	return &file{src, diagnostic.LineStarts(src), strings.ContainsAny(src, "\u0085\u2028\u2029")}
}

// offset is the byte at a place of a file that was parsed. Columns count
// characters, and a byte order mark is none.
func (f *file) offset(at sim.Pos) int {
	i := f.starts[at.Line-1]
	if strings.HasPrefix(f.src[i:], "\ufeff") {
		i += len("\ufeff")
	}
	for range at.Col - 1 {
		_, size := utf8.DecodeRuneInString(f.src[i:])
		i += size
	}
	return i
}

// span is a piece of a file, by bytes.
type span struct{ start, end int }

// list is a list of the file: where its items stand, and what stands between
// them.
type list struct {
	flow   bool
	items  []span
	commas []int // flow: behind each item, or -1 behind a last one without
	dashes []int // block: before each item
	end    int   // behind the list
}

// char is the byte at an offset, or 0 at the end. The file was parsed, so all
// that is open is closed; a scan that goes wrong in it all the same stops at
// the end.
func (f *file) char(i int) byte {
	if i < len(f.src) {
		return f.src[i]
	}
	return 0
}

// list reads the list that begins at an offset.
func (f *file) list(at int) list {
	if f.char(at) == '[' {
		return f.flowList(at)
	}
	l := list{}
	column := f.column(at)
	for f.isDash(at) && f.column(at) == column {
		item := f.node(f.skip(at+1), column)
		l.dashes = append(l.dashes, at)
		l.items = append(l.items, item)
		l.end = item.end
		at = f.skip(item.end)
	}
	return l
}

// listOf is the list that begins at an offset, of which n items were parsed.
func (f *file) listOf(at, n int) (l list, ok bool) {
	if !f.lost {
		l = f.list(at)
		f.lost = len(l.items) != n
	}
	return l, !f.lost
}

func (f *file) flowList(at int) list {
	l := list{flow: true}
	for at = f.skip(at + 1); at < len(f.src) && f.src[at] != ']'; at = f.skip(at) {
		item := f.flowNode(at)
		l.items = append(l.items, item)
		comma := -1
		if at = f.skip(item.end); f.char(at) == ',' {
			comma = at
			at++
		}
		l.commas = append(l.commas, comma)
		if at == item.start {
			break // no item begins here
		}
	}
	l.end = min(at+1, len(f.src))
	return l
}

// node is the piece of a scalar or list in a block. What belongs to it stands
// further in than the column of its parent.
func (f *file) node(at, column int) span {
	switch c := f.char(at); {
	case c == '[' || c == '{' || c == '"' || c == '\'':
		return f.flowNode(at)
	case c == '|' || c == '>':
		return span{at, f.literalEnd(at, column)}
	case f.isDash(at):
		return span{at, f.list(at).end}
	}
	return span{at, f.plainEnd(at, column)}
}

// flowNode is the piece of a scalar or list within brackets, or in quotes.
func (f *file) flowNode(at int) span {
	switch f.char(at) {
	case '[', '{':
		return span{at, f.bracketEnd(at)}
	case '"', '\'':
		return span{at, f.quotedEnd(at)}
	}
	end := at
	for i := at; i < len(f.src) && !strings.ContainsRune(",[]{}", rune(f.src[i])); i++ {
		if f.src[i] == '#' && isBlank(f.src[i-1]) || f.src[i] == ':' && isBlank(f.char(i+1)) {
			break
		}
		if !isBlank(f.src[i]) {
			end = i + 1
		}
	}
	return span{at, end}
}

// bracketEnd is the end of a list or mapping in brackets.
func (f *file) bracketEnd(at int) int {
	depth := 0
	for i := at; i < len(f.src); {
		switch i = f.skip(i); f.char(i) {
		case '[', '{':
			depth++
			i++
		case ']', '}':
			i++
			if depth--; depth == 0 {
				return i
			}
		case ',', ':':
			i++
		default:
			i = max(f.flowNode(i).end, i+1)
		}
	}
	return len(f.src)
}

// quotedEnd is the end of a text in quotes.
func (f *file) quotedEnd(at int) int {
	quote := f.src[at]
	for i := at + 1; i < len(f.src); i++ {
		switch {
		case f.src[i] == '\\' && quote == '"':
			i++
		case f.src[i] == quote && quote == '\'' && strings.HasPrefix(f.src[i+1:], "'"):
			i++
		case f.src[i] == quote:
			return i + 1
		}
	}
	return len(f.src)
}

// plainEnd is the end of a text without quotes, which may go on in lines that
// stand further in.
func (f *file) plainEnd(at, column int) int {
	end := f.plainLineEnd(at)
	for {
		i := end
		for i < len(f.src) && isBlank(f.src[i]) {
			i++
		}
		if i == len(f.src) || f.src[i] == '#' || !f.firstInLine(i) || f.column(i) <= column {
			return end
		}
		end = f.plainLineEnd(i)
	}
}

func (f *file) plainLineEnd(at int) int {
	end := at
	for i := at; i < len(f.src) && f.src[i] != '\n' && f.src[i] != '\r'; i++ {
		if f.src[i] == '#' && i > at && isBlank(f.src[i-1]) {
			break
		}
		if !isBlank(f.src[i]) {
			end = i + 1
		}
	}
	return end
}

// literalEnd is the end of a text behind | or >: of its last line that stands
// further in than the column and is not empty.
func (f *file) literalEnd(at, column int) int {
	end := f.lineEnd(at)
	for i := f.nextLine(end); i < len(f.src); i = f.nextLine(f.lineEnd(i)) {
		first := i
		for first < len(f.src) && f.src[first] == ' ' {
			first++
		}
		stop := f.lineEnd(i)
		if first == stop {
			continue
		}
		if first-i+1 <= column {
			break
		}
		end = stop
	}
	return end
}

// skip is the offset of what comes next behind blanks, line ends and comments.
func (f *file) skip(i int) int {
	for i < len(f.src) {
		switch {
		case isBlank(f.src[i]):
			i++
		case f.src[i] == '#': // where a scalar would begin, it needs no blank before it
			i = f.lineEnd(i)
		default:
			return i
		}
	}
	return i
}

// comments are those within a piece, which is a scalar, or lists of scalars;
// each in a line of its own.
func (f *file) comments(s span) string {
	var out strings.Builder
	indent := strings.Repeat(" ", f.column(s.start)-1)
	for _, gap := range f.gaps(s) {
		for i := gap.start; i < gap.end; i++ {
			if f.src[i] == '#' {
				end := min(f.lineEnd(i), gap.end)
				out.WriteString(f.src[i:end] + f.newline() + indent)
				i = end
			}
		}
	}
	return out.String()
}

// gaps is what stands around the scalars of a piece: comments may be there.
func (f *file) gaps(s span) []span {
	switch c := f.char(s.start); {
	case c == '[' || f.isDash(s.start):
	case c == '|' || c == '>':
		return []span{{s.start, f.lineEnd(s.start)}}
	default:
		return nil
	}
	var out []span
	at := s.start
	for _, item := range f.list(s.start).items {
		out = append(append(out, span{at, item.start}), f.gaps(item)...)
		at = item.end
	}
	return append(out, span{at, max(at, s.end)})
}

// lineEnd is the end of a line, before what ends it.
func (f *file) lineEnd(i int) int {
	if n := strings.IndexAny(f.src[i:], "\r\n"); n >= 0 {
		return i + n
	}
	return len(f.src)
}

// nextLine is the start of the line behind the end of one.
func (f *file) nextLine(end int) int {
	if strings.HasPrefix(f.src[end:], "\r\n") {
		return end + 2
	}
	return min(end+1, len(f.src))
}

// lineStart is the start of the line that holds an offset.
func (f *file) lineStart(i int) int { return strings.LastIndexAny(f.src[:i], "\r\n") + 1 }

// column of a byte, from 1; only blanks and dashes stand before those that
// this is asked of.
func (f *file) column(i int) int {
	return utf8.RuneCountInString(strings.TrimPrefix(f.src[f.lineStart(i):i], "\ufeff")) + 1
}

func (f *file) firstInLine(i int) bool {
	return strings.Trim(f.src[f.lineStart(i):i], " \t\ufeff") == ""
}

// isDash reports whether an item of a block list begins.
func (f *file) isDash(i int) bool {
	return f.char(i) == '-' && (i+1 == len(f.src) || isBlank(f.src[i+1]))
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// newline is what ends the lines of the file.
func (f *file) newline() string {
	if i := strings.IndexAny(f.src, "\r\n"); i >= 0 && strings.HasPrefix(f.src[i:], "\r\n") {
		return "\r\n"
	}
	return "\n"
}
