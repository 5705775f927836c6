package layout_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"evsim/internal/testmain"
	"evsim/scenario"
	"evsim/scenario/syntax"
)

// messy writes a tree in a style that changes from line to line: any
// indentation, brackets or lines, quotes of any kind, comments and blank lines
// wherever YAML lets them stand.
type messy struct {
	*rand.Rand
	b        strings.Builder
	comments []string
}

func (m *messy) one(of int) bool { return m.IntN(of) == 0 }

// comment is a comment that no other is like.
func (m *messy) comment() string {
	text := fmt.Sprintf("# %d: [a, 'b'] \"c", len(m.comments))
	m.comments = append(m.comments, text)
	return text
}

// end ends a line, perhaps with a comment, blank lines and lines of comments.
func (m *messy) end(indent int) {
	if m.one(4) {
		m.b.WriteString(strings.Repeat(" ", 1+m.IntN(3)) + m.comment())
	}
	if m.one(6) {
		m.b.WriteString(strings.Repeat(" ", m.IntN(3)))
	}
	m.b.WriteString("\n")
	for m.one(5) {
		switch m.IntN(3) {
		case 0:
			m.b.WriteString(strings.Repeat(" ", m.IntN(5)) + "\n")
		case 1:
			m.b.WriteString(strings.Repeat(" ", m.IntN(indent+4)) + m.comment() + "\n")
		default:
			m.b.WriteString("\n" + strings.Repeat(" ", indent) + m.comment() + "  \n")
		}
	}
}

func (m *messy) scalar(p *syntax.Piece) {
	switch {
	case p.Style == syntax.StyleNone:
	case p.Style == syntax.StylePlain, p.Kind == syntax.PieceNull:
		m.b.WriteString(p.Text) // quotes may change what it is
	case !strings.ContainsAny(p.Text, `"\`) && !strings.ContainsAny(p.Text, "\n'") && m.one(2):
		m.b.WriteString("'" + p.Text + "'")
	default:
		fmt.Fprintf(&m.b, "%q", p.Text)
	}
}

// flow writes a piece in brackets; broken lines have at least the indentation.
func (m *messy) flow(p *syntax.Piece, indent int) {
	gap := func() {
		switch {
		case m.one(8):
			m.end(indent)
			m.b.WriteString(strings.Repeat(" ", indent+m.IntN(4)))
		case m.one(3):
			m.b.WriteString(strings.Repeat(" ", m.IntN(3)))
		}
	}
	if p.Kind != syntax.PieceList && p.Kind != syntax.PieceMapping {
		m.scalar(p)
		return
	}
	open, shut, width := "[", "]", 1
	if p.Kind == syntax.PieceMapping {
		open, shut, width = "{", "}", 2
	}
	m.b.WriteString(open)
	for i := 0; i < len(p.Kids); i += width {
		gap()
		if width == 2 {
			m.scalar(&p.Kids[i])
			m.b.WriteString(": ")
		}
		m.flow(&p.Kids[i+width-1], indent)
		m.b.WriteString(" ")
		if i+width < len(p.Kids) || m.one(4) {
			gap()
			m.b.WriteString(", ")
		}
	}
	gap()
	m.b.WriteString(shut)
}

// flowable reports whether the piece can stand in brackets.
func flowable(p *syntax.Piece) bool {
	if p.Kind == syntax.PieceText && p.Style == syntax.StylePlain && strings.ContainsAny(p.Text, ",[]{}") {
		return false
	}
	return !slices.ContainsFunc(p.Kids, func(kid syntax.Piece) bool { return !flowable(&kid) })
}

// block writes a piece as lines. What is around stands at the column around,
// and the cursor is behind a dash or colon, or at the begin of the file.
func (m *messy) block(p *syntax.Piece, around int, inList bool) {
	list, mapping := p.Kind == syntax.PieceList, p.Kind == syntax.PieceMapping
	if !list && !mapping || len(p.Kids) == 0 || flowable(p) && m.one(3) {
		m.b.WriteString(" ")
		if p.Style != syntax.StyleNone && m.one(8) {
			m.end(around + 1)
			m.b.WriteString(strings.Repeat(" ", around+1+m.IntN(3)))
		}
		if p.Kind == syntax.PieceText && p.Style != syntax.StylePlain && p.Text != "" && strings.TrimSpace(p.Text) == p.Text && !strings.Contains(p.Text, "\n") && m.one(3) {
			m.b.WriteString(">-\n" + strings.Repeat(" ", around+1+m.IntN(4)) + p.Text)
			m.b.WriteString("\n")
			return
		}
		m.flow(p, around+1)
		m.end(around + 1)
		return
	}
	indent := around + 1 + m.IntN(4)
	compact := inList && m.one(2)
	switch {
	case compact:
		indent = around + 2
		m.b.WriteString(" ")
	default:
		if list && !inList && around >= 0 && m.one(3) {
			indent = around
		}
		m.end(max(indent, 0))
	}
	width := 1
	if mapping {
		width = 2
	}
	for i := 0; i < len(p.Kids); i += width {
		if i > 0 || !compact {
			m.b.WriteString(strings.Repeat(" ", indent))
		}
		if mapping {
			m.scalar(&p.Kids[i])
			m.b.WriteString(":")
			m.block(&p.Kids[i+1], indent, false)
		} else {
			m.b.WriteString("-")
			m.block(&p.Kids[i], indent, true)
		}
	}
}

// Any style of a scenario has the same canonical meaning, and all comments: two
// styles of each, eight with EVSIM_SWEEPS=1.
func TestMessy(t *testing.T) {
	all := files(t, "../../scenarios/language", "../../scenarios/found", "../../scenarios/seeds")
	times := uint64(2)
	switch {
	case testing.Short(): // for the race detector, which finds nothing where nothing is concurrent
		times = 1
	case testmain.Sweeps():
		times = 8
	}
	for n, file := range slices.Sorted(maps.Keys(all)) {
		root, diags := syntax.Pieces(file, all[file])
		if root == nil {
			t.Fatal(diags)
		}
		for seed := range times {
			m := messy{Rand: rand.New(rand.NewPCG(seed, uint64(n)))}
			m.block(root, -1, false)
			checkMessy(t, file, &m)
		}
	}
}

func checkMessy(t *testing.T, file string, m *messy) {
	t.Helper()
	src := []byte(m.b.String())
	if s, diags := scenario.Parse(file, src); s == nil {
		t.Fatalf("the test makes what is no scenario of %s: %v\n%s", file, diags, src)
	}
	out := check(t, file, src)
	if out == nil {
		t.Fatalf("it has no form\n%s", src)
	}
	rest := string(out)
	for _, c := range m.comments {
		_, after, found := strings.Cut(rest, c+"\n")
		if !found {
			t.Fatalf("the comment %q is lost or out of order\n%s\n%s", c, src, out)
		}
		rest = after
	}
}
