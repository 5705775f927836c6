package layout

import (
	"strings"
	"unicode/utf8"

	"evsim/scenario/syntax"
)

// step is how much deeper each level stands.
const step = 2

// printer writes tokens anew. It walks the tree, and takes the tokens as they
// come.
type printer struct {
	tokens []token // what is left of them
	out    strings.Builder
	column int  // where the line stands, in characters
	opened bool // the last line opened a block: no blank line comes
}

func (p *printer) next() *token {
	t := &p.tokens[0]
	p.tokens = p.tokens[1:]
	return t
}

// peek is the next token that is no comment, or nil.
func (p *printer) peek() *token {
	for i := range p.tokens {
		if !p.tokens[i].aside() {
			return &p.tokens[i]
		}
	}
	return nil
}

func (p *printer) write(s string) {
	p.out.WriteString(s)
	if i := strings.LastIndexByte(s, '\n'); i >= 0 {
		s, p.column = s[i+1:], 0
	}
	p.column += utf8.RuneCountInString(s)
	p.opened = false
}

// newline begins a line, behind a blank one if the token had any before it.
func (p *printer) newline(t *token, indent int) {
	if p.out.Len() > 0 {
		if t.lines > 1 && !p.opened {
			p.write("\n")
		}
		p.write("\n")
	}
	p.write(strings.Repeat(" ", indent))
}

// document writes the whole file.
func (p *printer) document(root *syntax.Piece) {
	p.comments(0, -1)
	if p.out.Len() > 0 {
		p.newline(p.peek(), 0)
	}
	p.value(root, enter(root, 0, -1))
	p.comments(0, -1)
	p.write("\n")
}

// frame is a block: where its entries stand now, and where they stood.
type frame struct{ indent, was, around int }

// comments writes the comments that come next: those beside what was written
// last, and those on lines of their own that stood as deep as the column, or
// deeper.
func (p *printer) comments(indent, column int) {
	for len(p.tokens) > 0 && p.tokens[0].aside() {
		t := &p.tokens[0]
		switch {
		case t.lines == 0 && p.out.Len() > 0:
			opened := p.opened
			p.write(" " + t.comment)
			p.opened = opened
		case t.column < column:
			return
		default:
			p.newline(t, indent)
			p.write(t.comment)
		}
		p.tokens = p.tokens[1:]
	}
}

// beside writes the comment beside what was written last.
func (p *printer) beside() {
	if len(p.tokens) > 0 && p.tokens[0].aside() && p.tokens[0].lines == 0 {
		p.write(" " + p.next().comment)
	}
}

// value writes a piece whose block, if it is one, has the frame given; else the
// frame says how deep its further lines stand.
func (p *printer) value(v *syntax.Piece, f frame) {
	switch {
	case v.Style == syntax.StyleFlow:
		p.flow(f.indent)
	case v.Kind == syntax.PieceList:
		p.list(v, f)
	case v.Kind == syntax.PieceMapping:
		p.mapping(v, f)
	default:
		p.scalar(f.indent, false)
	}
}

// enter is the frame of a block inside one that stood at the column around.
func enter(v *syntax.Piece, indent, around int) frame {
	return frame{indent: indent, was: int(v.Pos.Col) - 1, around: around}
}

func (p *printer) mapping(v *syntax.Piece, f frame) {
	for i := 0; i < len(v.Kids); i += 2 {
		p.entry(f, i == 0)
		p.write(text(p.next(), false) + ":")
		p.next() // the colon
		p.mapped(&v.Kids[i+1], f)
	}
	p.rest(f)
}

// entry begins an entry of a block, with its comments. The first one's line was
// begun by whoever began the block.
func (p *printer) entry(f frame, first bool) {
	if !first {
		p.comments(f.indent, -1)
		p.newline(p.peek(), f.indent)
	}
}

// rest writes the comments that stood in the block behind its last entry.
func (p *printer) rest(f frame) {
	p.beside()
	p.comments(f.indent, max(f.was, f.around+1))
}

// mapped writes what stands behind a key.
func (p *printer) mapped(v *syntax.Piece, f frame) {
	indent := f.indent + step
	if !present(v) {
		p.beside()
		return
	}
	block := v.Style == syntax.StyleBlock && v.Kind != syntax.PieceText
	p.opened = true
	aside := p.tokens[0].aside()
	p.comments(indent, -1)
	switch head := p.peek(); {
	case block:
		p.newline(head, indent)
	case aside || head.lines > 0 && v.Style != syntax.StyleBlock:
		p.newline(head, indent)
	default:
		p.write(" ")
	}
	p.value(v, enter(v, indent, f.was))
	p.beside()
}

// present reports whether anything is written for a piece.
func present(v *syntax.Piece) bool {
	return v.Style != syntax.StyleNone && (v.Style != syntax.StylePlain || v.Text != "" || len(v.Kids) > 0)
}

func (p *printer) list(v *syntax.Piece, f frame) {
	for i := range v.Kids {
		p.entry(f, i == 0)
		p.write("-")
		p.next() // the dash
		p.item(&v.Kids[i], f)
	}
	p.rest(f)
}

// item writes what stands behind a dash, on its line where no comment keeps it
// from there.
func (p *printer) item(v *syntax.Piece, f frame) {
	indent := f.indent + step
	if !present(v) {
		p.beside()
		return
	}
	p.opened = true
	aside := p.tokens[0].aside()
	p.comments(indent, -1)
	if aside {
		p.newline(p.peek(), indent)
	} else {
		p.write(" ")
	}
	p.value(v, enter(v, indent, f.was))
	p.beside()
}

// scalar writes a text whose further lines have the indentation given.
func (p *printer) scalar(indent int, inFlow bool) {
	t := p.next()
	if t.scalar.Style == syntax.StyleBlock {
		p.block(t, indent)
		return
	}
	for i, line := range strings.Split(text(t, inFlow), "\n") {
		if t.scalar.Style != syntax.StyleDouble {
			line = strings.TrimRight(line, " \t")
		}
		if i > 0 {
			p.write("\n")
			if line = strings.TrimLeft(line, " \t"); line != "" {
				p.write(strings.Repeat(" ", indent))
			}
		}
		p.write(line)
	}
}

// block writes a block scalar whose lines have the indentation given.
func (p *printer) block(t *token, indent int) {
	lines := strings.Split(t.raw, "\n")
	head, _, _ := strings.Cut(lines[0], "#")
	head = strings.TrimRight(strings.Map(func(r rune) rune {
		if r >= '1' && r <= '9' {
			return '0' + step
		}
		return r
	}, head), " \t")
	if t.scalar.Text != "" && !strings.HasSuffix(t.scalar.Text, "\n") && !strings.Contains(head, "-") {
		// The file ended without a line's end, and the printed one has it: "-" takes it away again.
		head = strings.ReplaceAll(head, "+", "") + "-"
	}
	p.write(head)
	if t.comment != "" {
		p.write(" " + t.comment)
	}
	for _, line := range lines[1:] {
		p.write("\n")
		if len(line) > t.indent {
			p.write(strings.Repeat(" ", indent) + line[t.indent:])
		}
	}
}
