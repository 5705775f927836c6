package layout

import (
	"strings"
	"unicode/utf8"

	"evsim/scenario/syntax"
)

// token is a piece of the file that no white space divides: a scalar, a sign of
// YAML, or a comment.
type token struct {
	sign    byte          // of - : , [ ] { }; 0: a scalar or comment
	scalar  *syntax.Piece // nil: no scalar
	comment string        // the comment; or one behind the head of a block scalar
	raw     string        // of a scalar: as the file writes it
	indent  int           // of a block scalar: how deep its lines stand
	lines   int           // line breaks before it
	column  int           // in characters, from 0
}

// aside reports whether the token is a comment and nothing else.
func (t *token) aside() bool { return t.comment != "" && t.scalar == nil }

// extent is where a scalar stands.
type extent struct {
	from, to int // offsets
	piece    *syntax.Piece
	block    block
}

// scanner takes a text apart with the help of its tree: the tree says where
// scalars begin and what they are, and between them stand signs, comments and
// white space alone.
type scanner struct {
	text    string
	starts  []int // offsets of lines
	scalars []extent
	tokens  []token
	mark    mark // of the last piece or token
}

// mark is a place of the text. Places come in the order of the text, and each
// is found from the one before: a line may be very long.
type mark struct{ line, column, offset int }

// scan is the text as tokens.
func scan(text string, root *syntax.Piece) ([]token, *stumble) {
	if at := strings.IndexAny(text, "\u0085\u2028\u2029"); at >= 0 {
		return nil, &stumble{at, "a line break that some editors do not recognize", "in double quotes it is written as an escape: \\N, \\L or \\P"}
	}
	s := &scanner{text: text, starts: []int{0}}
	for i := range len(text) {
		if text[i] == '\n' {
			s.starts = append(s.starts, i+1)
		}
	}
	s.walk(root, -1)
	s.mark = mark{}
	return s.tokens, s.split()
}

// offset is where a piece begins.
func (s *scanner) offset(p *syntax.Piece) int {
	if line := int(p.Pos.Line) - 1; line != s.mark.line {
		s.mark = mark{line, 0, s.starts[line]}
	}
	for s.mark.column < int(p.Pos.Col)-1 {
		_, size := utf8.DecodeRuneInString(s.text[s.mark.offset:])
		s.mark.offset += size
		s.mark.column++
	}
	return s.mark.offset
}

// column is where on its line an offset is, in characters from 0.
func (s *scanner) column(at int) int {
	between := s.text[s.mark.offset:at]
	if i := strings.LastIndexByte(between, '\n'); i >= 0 {
		s.mark.column, between = 0, between[i+1:]
	}
	s.mark.column += utf8.RuneCountInString(between)
	s.mark.offset = at
	return s.mark.column
}

// walk finds the scalars. The indentation is that of the block around, in
// characters, or -1.
func (s *scanner) walk(p *syntax.Piece, indent int) {
	switch p.Kind {
	case syntax.PieceList, syntax.PieceMapping:
		if p.Style == syntax.StyleBlock {
			indent = int(p.Pos.Col) - 1
		}
		for i := range p.Kids {
			s.walk(&p.Kids[i], indent)
		}
	default:
		if p.Style == syntax.StyleNone || p.Text == "" && p.Style == syntax.StylePlain {
			return
		}
		e := extent{from: s.offset(p), piece: p}
		switch p.Style {
		case syntax.StyleDouble, syntax.StyleSingle:
			e.to = e.from + quotedLen(s.text[e.from:])
		case syntax.StyleBlock:
			e.block = readBlock(s.text[e.from:], indent)
			e.to = e.from + e.block.len
		default:
			e.to = e.from + plainLen(s.text[e.from:], p.Text)
		}
		s.scalars = append(s.scalars, e)
	}
}

// split makes the tokens.
func (s *scanner) split() *stumble {
	lines := 0
	for at := 0; at < len(s.text); {
		if len(s.scalars) > 0 && s.scalars[0].from == at {
			e := s.scalars[0]
			s.scalars = s.scalars[1:]
			s.add(token{scalar: e.piece, raw: s.text[e.from:e.to], comment: e.block.comment, indent: e.block.indent}, at, &lines)
			at = e.to
			continue
		}
		switch c := s.text[at]; c {
		case '\n':
			lines++
			at++
		case ' ', '\t':
			at++
		case '#':
			end := at + lineLen(s.text[at:])
			s.add(token{comment: strings.TrimRight(s.text[at:end], " \t")}, at, &lines)
			at = end
		case '-', ':', ',', '[', ']', '{', '}':
			if mark := documentMark(s.text[at:]); mark > 0 && s.column(at) == 0 {
				at += mark
				continue
			}
			s.add(token{sign: c}, at, &lines)
			at++
		case '.':
			at = min(at+3, len(s.text)) // the end of the document
		case '?':
			return &stumble{at, "a key behind `?`", "write `key: value`"}
		default:
			return &stumble{at, "a directive, which scenarios do not use", "leave the line out"}
		}
	}
	return nil
}

func documentMark(s string) int {
	if strings.HasPrefix(s, "---") && (len(s) == 3 || strings.IndexByte(" \t\n", s[3]) >= 0) {
		return 3
	}
	return 0
}

func (s *scanner) add(t token, at int, lines *int) {
	t.lines, t.column = *lines, s.column(at)
	*lines = 0
	s.tokens = append(s.tokens, t)
}

// lineLen is how much of s stands before the line's end.
func lineLen(s string) int {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return i
	}
	return len(s)
}
