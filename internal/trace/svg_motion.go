package trace

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// NewMovingSVG is an SVG whose callbacks come one after the other, again and
// again, and are all there for readers who want no motion
// (prefers-reduced-motion). It is CSS alone, which pages that show pictures
// and run no scripts play too.
func NewMovingSVG(w io.Writer) *SVG { return &SVG{Writer: bufio.NewWriter(w), moving: true} }

// Lengths of the motion, in seconds. The time between two callbacks says
// nothing of virtual time: that stands beside them.
const (
	motionStep  = 0.9 // from one callback to the next
	motionMost  = 40  // of all callbacks together; with many the steps are shorter
	motionHolds = 4   // the whole picture stands before it begins again
)

// motion is the style of n rows that come one after the other.
func (v *SVG) motion(n int) string {
	if !v.moving {
		return ""
	}
	step := min(motionStep, motionMost/float64(max(n, 1)))
	whole := step*float64(n) + motionHolds
	percent := func(steps float64) float64 { return 100 * step * steps / whole }
	var b strings.Builder
	for i := range n {
		begins, full, ends := percent(float64(i)), percent(float64(i)+0.3), percent(float64(i)+1)
		fmt.Fprintf(&b, "\n.r%d{animation:r%d %.2fs infinite}.r%d .box{animation:b%d %.2fs infinite}", i, i, whole, i, i, whole)
		fmt.Fprintf(&b, "@keyframes r%d{0%%,%.3f%%{opacity:0}%.3f%%,100%%{opacity:1}}", i, begins, full)
		fmt.Fprintf(&b, "@keyframes b%d{0%%,%.3f%%{stroke-width:3}%.3f%%,100%%{stroke-width:1}}", i, ends, percent(float64(i)+1.2))
	}
	b.WriteString("\n@media(prefers-reduced-motion:reduce){g,.box{animation:none!important}}")
	return b.String()
}

// beginRow and endRow stand around what comes with a callback.
func (v *SVG) beginRow(i int) {
	if v.moving {
		fmt.Fprintf(v, "<g class=\"r%d\">\n", i)
	}
}

func (v *SVG) endRow() {
	if v.moving {
		v.WriteString("</g>\n")
	}
}
