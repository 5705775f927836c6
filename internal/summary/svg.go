package summary

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"evsim/internal/escape"
)

// Picture is what stands around the diagram of a summary, in the reader's language.
type Picture struct {
	Title, Heading string
	Spoken         string   // what it shows, for those who do not see it
	Notes          []string // below it, a line each; those that begin with two spaces are set in
}

// Lengths of the picture, in pixels.
const (
	glyph     = 7.3 // of one character
	margin    = 16
	lineStep  = 17
	boxBorder = 8
	between   = 26 // boxes of a row
	rows      = 40
	longest   = 48 // characters of a line that are shown
)

const style = `text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#1f2328}
.bg{fill:#fff}.box{fill:#ddf4ff;stroke:#0969da}.head{font-weight:600}.dim{fill:#59636e}.edge{fill:none;stroke:#8c959f}
@media(prefers-color-scheme:dark){text{fill:#f0f6fc}.bg{fill:#0d1117}.box{fill:#121d2f;stroke:#4493f8}.dim{fill:#9198a1}.edge{stroke:#656c76}}`

// Draw writes what always holds as an SVG: a box for each block, its lines from top
// to bottom, below those that it comes after. It follows the reader's choice of
// light or dark.
func (s *Summary) Draw(w io.Writer, p Picture) error {
	d := diagram{Writer: bufio.NewWriter(w)}
	d.place(s)
	width := max(d.width, textWidth(p.Title), textWidth(p.Heading))
	for _, note := range p.Notes {
		width = max(width, textWidth(note))
	}
	width += 2 * margin
	height := d.height + float64(len(p.Notes)*lineStep) + margin
	fmt.Fprintf(d, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img">`+"\n", width, height, width, height)
	fmt.Fprintf(d, "<title>%s</title>\n<desc>%s</desc>\n<style>%s</style>\n<rect class=\"bg\" width=\"100%%\" height=\"100%%\"/>\n", escape.XML(p.Title), escape.XML(p.Spoken), style)
	d.text("head", margin, 22, p.Title)
	d.text("dim", margin, 40, p.Heading)
	d.edges(s)
	d.boxes(s)
	for i, note := range p.Notes {
		text, within := strings.CutPrefix(note, "  ")
		class, x := "", float64(margin)
		if within {
			class, x = "dim", 2*margin
		}
		d.text(class, x, d.height+float64(i*lineStep), text)
	}
	d.WriteString("</svg>\n")
	return d.Flush()
}

// node is a block, or where the line between two blocks passes through a row.
type node struct {
	block      int // -1: none
	over       []*node
	row        int
	x, y, w, h float64 // its middle, its top and its size
	bottom     float64 // of its row
}

// diagram is blocks in rows, each below all that it comes after.
type diagram struct {
	*bufio.Writer
	blocks        []*node
	rows          [][]*node
	width, height float64
}

// place gives each block and each line its place.
func (d *diagram) place(s *Summary) {
	for i := range s.Blocks {
		b := &s.Blocks[i]
		n := &node{block: i, h: float64(len(b.Lines)*lineStep + boxBorder)}
		for _, line := range b.Lines {
			n.w = max(n.w, textWidth(shown(line.String()))+2*boxBorder)
		}
		for _, after := range b.After {
			n.row = max(n.row, d.blocks[after].row+1)
		}
		d.blocks = append(d.blocks, n)
		d.put(n)
		for _, after := range b.After {
			n.over = append(n.over, d.through(d.blocks[after], n.row))
		}
	}
	d.height = 56
	for _, row := range d.rows {
		d.arrange(row)
	}
	for _, row := range d.rows {
		d.centre(row)
	}
}

func (d *diagram) put(n *node) {
	for len(d.rows) <= n.row {
		d.rows = append(d.rows, nil)
	}
	d.rows[n.row] = append(d.rows[n.row], n)
}

// through leads a line from a block to the row above another.
func (d *diagram) through(from *node, row int) *node {
	for r := from.row + 1; r < row; r++ {
		next := &node{block: -1, row: r, over: []*node{from}}
		d.put(next)
		from = next
	}
	return from
}

// arrange puts what is in a row side by side, each below what it comes after as far
// as that is in turn, and the row below those before it.
func (d *diagram) arrange(row []*node) {
	middle := func(n *node) float64 {
		sum := 0.0
		for _, o := range n.over {
			sum += o.x
		}
		return sum / float64(max(1, len(n.over)))
	}
	slices.SortStableFunc(row, func(a, b *node) int { return cmp.Compare(middle(a), middle(b)) })
	x, height := 0.0, 0.0
	for _, n := range row {
		n.x, n.y = x+n.w/2, d.height
		x += n.w + between
		height = max(height, n.h)
	}
	for _, n := range row {
		if n.bottom = d.height + height; n.block < 0 {
			n.h = height
		}
	}
	d.width, d.height = max(d.width, x-between), d.height+height+rows
}

// centre moves a row to the middle of the picture.
func (d *diagram) centre(row []*node) {
	last := row[len(row)-1]
	shift := (d.width-last.x-last.w/2)/2 + margin
	for _, n := range row {
		n.x += shift
	}
}

func (d *diagram) edges(s *Summary) {
	for i := range s.Blocks {
		for _, over := range d.blocks[i].over {
			to := d.blocks[i]
			for from := over; ; from = from.over[0] {
				d.edge(from, to)
				if from.block >= 0 {
					break
				}
				to = from
			}
		}
	}
}

// edge draws a line from the bottom of one to the top of the other, and through the
// row where there is no block.
func (d *diagram) edge(from, to *node) {
	a, b := from.bottom, to.y
	bend := (b - a) / 2
	fmt.Fprintf(d, `<path class="edge" d="M%.1f %.1fV%.1fC%.1f %.1f %.1f %.1f %.1f %.1f`, from.x, from.y+from.h, a, from.x, a+bend, to.x, b-bend, to.x, b)
	if to.block < 0 {
		fmt.Fprintf(d, "V%.1f", to.y+to.h)
	}
	d.WriteString("\"/>\n")
}

func (d *diagram) boxes(s *Summary) {
	for i, n := range d.blocks {
		fmt.Fprintf(d, `<rect class="box" x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="3"/>`+"\n", n.x-n.w/2, n.y, n.w, n.h)
		for k, line := range s.Blocks[i].Lines {
			d.text("", n.x-n.w/2+boxBorder, n.y+float64(k*lineStep)+lineStep-1, shown(line.String()))
		}
	}
}

func (d *diagram) text(class string, x, y float64, text string) {
	if class != "" {
		class = ` class="` + class + `"`
	}
	fmt.Fprintf(d, "<text%s x=\"%.1f\" y=\"%.1f\">%s</text>\n", class, x, y, escape.XML(text))
}

func textWidth(text string) float64 { return glyph * float64(escape.Width(text)) }

// shown is a line as it stands in a box.
func shown(text string) string {
	text = strings.TrimSpace(escape.Line(text))
	if runes := []rune(text); len(runes) > longest {
		return string(runes[:longest-1]) + "…"
	}
	return text
}
