package trace

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"evsim/clock"
	"evsim/internal/escape"
	"evsim/sim"
)

// SVG writes a run as a picture: a column for each phase and queue, time going
// down, a box for each callback with what it logs below, and a line from the
// callback that scheduled it. It follows the reader's choice of light or dark.
type SVG struct {
	*bufio.Writer
	teller
	moving bool // see NewMovingSVG
}

// NewSVG is an SVG on w, of one run.
func NewSVG(w io.Writer) *SVG { return &SVG{Writer: bufio.NewWriter(w)} }

// Lengths of the picture, in pixels.
const (
	svgGlyph  = 7.3 // of one character
	svgMargin = 86  // the columns of time and turn
	svgTop    = 64
	svgLine   = 17
	svgBox    = 22
	svgGap    = 8
)

const svgStyle = `text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#1f2328}
.bg{fill:#fff}.lane{stroke:#d0d7de}.box{fill:#ddf4ff;stroke:#0969da}.nested{fill:#fff8c5;stroke:#9a6700}.head{font-weight:600}
.dim{fill:#59636e}.log{font-weight:600}.bad{fill:#cf222e;font-weight:600}.edge{fill:none;stroke:#8c959f}.turn{stroke:#8c959f;stroke-dasharray:3 4}
@media(prefers-color-scheme:dark){text{fill:#f0f6fc}.bg{fill:#0d1117}.lane{stroke:#3d444d}.box{fill:#121d2f;stroke:#4493f8}.nested{fill:#272115;stroke:#d29922}
.dim{fill:#9198a1}.bad{fill:#ff7b72}.edge{stroke:#656c76}.turn{stroke:#656c76}}`

// svgLane is a column.
type svgLane struct {
	name     string
	x, width float64
}

// End writes the picture.
func (v *SVG) End(stop sim.Stop, why string) error {
	v.draw(v.finish(stop, why))
	return v.Flush()
}

func (v *SVG) draw(s *story) {
	lanes, width := s.columns()
	shown := s.callbacks[:min(len(s.callbacks), maxDrawn)]
	tops, height := rows(shown)
	title, heading, ending := cutTo(s.run.Title.String(), svgWidest), cutTo(s.run.heading(nil), svgWidest), cutTo(s.ending(), svgWidest)
	width = max(width, 2*svgGap+svgGlyph*float64(max(utf8.RuneCountInString(title), utf8.RuneCountInString(heading), utf8.RuneCountInString(ending))))
	fmt.Fprintf(v, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img">`+"\n", width, height+40, width, height+40)
	v.put("<title>%s</title>", title+", "+heading)
	fmt.Fprintf(v, "<desc>%s</desc>\n<style>%s</style>\n<rect class=\"bg\" width=\"100%%\" height=\"100%%\"/>\n", escape.XML(s.spoken(shown)), svgStyle+v.motion(len(shown)))
	v.text("head", svgGap, 18, title)
	v.text("dim", svgGap, 36, heading)
	for _, lane := range lanes {
		fmt.Fprintf(v, `<line class="lane" x1="%.1f" y1="%d" x2="%.1f" y2="%.0f"/>`+"\n", lane.x, svgTop, lane.x, height)
		v.text("head", lane.x+svgGap/2, svgTop-8, lane.name)
	}
	v.edges(s, shown, lanes, tops)
	v.boxes(s, shown, lanes, tops, width)
	if more := len(s.callbacks) - len(shown); more > 0 {
		ending = fmt.Sprintf("... %d more callbacks; %s", more, ending)
	}
	v.text("dim", svgGap, height+24, ending)
	v.WriteString("</svg>\n")
}

// spoken is the run for those who do not see it.
func (s *story) spoken(shown []callback) string {
	var logs strings.Builder
	between := ""
	for i := range shown {
		for _, text := range shown[i].says {
			if logs.Len() > svgSpoken {
				break
			}
			logs.WriteString(between + text)
			between = ", "
		}
	}
	return "It logs " + cutTo(logs.String(), svgSpoken) + "; " + cutTo(s.ending(), svgWidest) + "."
}

// said is the lines of a callback that are drawn, and how many are not.
func (c *callback) said() (drawn []string, more int) {
	if len(c.says) <= svgLines {
		return c.says, 0
	}
	return c.says[:svgLines-1], len(c.says) - svgLines + 1
}

// andMore stands for lines that are not drawn.
func andMore(n int) string { return fmt.Sprintf("... and %d more", n) }

// columns is the lanes, each as wide as its longest text.
func (s *story) columns() ([]svgLane, float64) {
	x := float64(svgMargin)
	var lanes []svgLane
	for _, name := range s.lanes {
		glyphs := utf8.RuneCountInString(name)
		for i := range s.callbacks[:min(len(s.callbacks), maxDrawn)] {
			if c := &s.callbacks[i]; c.lane == name {
				glyphs = max(glyphs, utf8.RuneCountInString(labelled(c))+1)
				said, more := c.said()
				for _, text := range said {
					glyphs = max(glyphs, utf8.RuneCountInString(text)+3)
				}
				if more > 0 {
					glyphs = max(glyphs, len(andMore(more))+1)
				}
			}
		}
		width := svgGlyph*float64(min(glyphs, svgLongest)) + 2*svgGap
		lanes = append(lanes, svgLane{name, x, width})
		x += width
	}
	return lanes, x + svgGap
}

// svgLongest is how many characters of a text in a column are shown, svgWidest
// how many of one across the picture, svgSpoken how many of what is logged stand
// in the description, and svgLines how many lines of one callback are drawn.
const (
	svgLongest = 48
	svgWidest  = 160
	svgSpoken  = 20_000
	svgLines   = 20
)

// rows is the top of each callback's box, and of what follows the last.
func rows(shown []callback) (tops []float64, end float64) {
	y := float64(svgTop + svgGap)
	for i := range shown {
		if i > 0 && shown[i].turn != shown[i-1].turn {
			y += svgGap
		}
		tops = append(tops, y)
		y += svgBox + svgGap + float64(svgLine*min(len(shown[i].says), svgLines))
	}
	return tops, y
}

// edges leads from each callback to those that it scheduled.
func (v *SVG) edges(s *story, shown []callback, lanes []svgLane, tops []float64) {
	for i := range shown {
		c := &shown[i]
		if c.from < 0 || c.unasked {
			continue
		}
		from, to := s.lane(lanes, c.from), s.lane(lanes, i)
		v.beginRow(i)
		x1, y1 := from.x+svgGap/2, tops[c.from]+svgBox
		x2, y2 := to.x+svgGap/2, tops[i]+svgBox/2
		fmt.Fprintf(v, `<path class="edge" d="M%.1f %.1f C%.1f %.1f %.1f %.1f %.1f %.1f"/>`+"\n", x1, y1, x1-14, y2, x1-14, y2, x2, y2)
		v.endRow()
	}
}

func (s *story) lane(lanes []svgLane, callback int) svgLane {
	for _, lane := range lanes {
		if lane.name == s.callbacks[callback].lane {
			return lane
		}
	}
	return svgLane{}
}

// boxes writes the callbacks, what they log, and the columns of time.
func (v *SVG) boxes(s *story, shown []callback, lanes []svgLane, tops []float64, width float64) {
	for i := range shown {
		c, lane, y := &shown[i], s.lane(lanes, i), tops[i]
		if i > 0 && c.turn != shown[i-1].turn {
			fmt.Fprintf(v, `<line class="turn" x1="0" y1="%.1f" x2="%.0f" y2="%.1f"/>`+"\n", y-svgGap, width, y-svgGap)
		}
		v.beginRow(i)
		if i == 0 || moment(c) != moment(&shown[i-1]) {
			v.text("dim", svgGap, y+15, millis(clock.Span(c.at))+" ms")
		}
		kind := "box"
		if c.depth > 0 {
			kind = "box nested"
		}
		fmt.Fprintf(v, `<rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="%d" rx="4"/>`+"\n", kind, lane.x+svgGap/2, y, lane.width-svgGap, svgBox)
		v.text("", lane.x+svgGap, y+15, cut(labelled(c)))
		v.says(c, lane, y+svgBox+14)
		v.endRow()
	}
}

// says writes what a callback logs, from a height on down.
func (v *SVG) says(c *callback, lane svgLane, y float64) {
	class := "log"
	if c.threw {
		class = "bad"
	}
	said, more := c.said()
	for k, text := range said {
		v.text(class, lane.x+svgGap+svgGlyph, y+float64(k*svgLine), "> "+cut(text))
	}
	if more > 0 {
		v.text("dim", lane.x+svgGap+svgGlyph, y+float64(len(said)*svgLine), andMore(more))
	}
}

func (v *SVG) text(class string, x, y float64, text string) {
	if class != "" {
		class = ` class="` + class + `"`
	}
	fmt.Fprintf(v, `<text%s x="%.1f" y="%.1f">%s</text>`+"\n", class, x, y, escape.XML(text))
}

func (v *SVG) put(format, text string) { fmt.Fprintf(v, format+"\n", escape.XML(text)) }

// cut is as much of a text as has room in a column.
func cut(text string) string { return cutTo(text, svgLongest-3) }

// cutTo is a text of at most so many characters, or its beginning.
func cutTo(text string, most int) string {
	n := 0
	for i := range text {
		if n++; n == most {
			if utf8.RuneCountInString(text[i:]) > 1 {
				return text[:i] + "…"
			}
			break
		}
	}
	return text
}
