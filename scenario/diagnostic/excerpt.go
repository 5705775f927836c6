package diagnostic

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"evsim/internal/escape"
)

// Lines longer than this are shown in part.
const maxExcerpt = 100

// writeExcerpt shows the line and a mark under the place. Columns count
// characters; how wide a character stands on the screen is charWidth's matter.
func writeExcerpt(b *strings.Builder, line string, d Diagnostic) {
	chars := []rune(line)
	start := min(max(int(d.Pos.Col)-1, 0), len(chars))
	end := min(start+max(d.Width, 1), max(len(chars), start+1))
	from, to, before, after := window(len(chars), start)
	gutter := fmt.Sprint(d.Pos.Line)
	shown := before + screenText(chars[from:to]) + after
	b.WriteString(strings.TrimRight(fmt.Sprintf("  %s | %s", gutter, shown), " ") + "\n")
	fmt.Fprintf(b, "  %s | %s", strings.Repeat(" ", len(gutter)), strings.Repeat(" ", utf8.RuneCountInString(before)))
	for i := from; i < start; i++ {
		b.WriteString(strings.Repeat(" ", escape.RuneWidth(chars[i])))
	}
	for i := start; i < max(min(end, to), start+1); i++ {
		n := 1
		if i < len(chars) {
			n = escape.RuneWidth(chars[i])
		}
		b.WriteString(strings.Repeat("^", n))
	}
	b.WriteByte('\n')
}

// window chooses the part of a long line that is shown.
func window(length, start int) (from, to int, before, after string) {
	to = length
	if length <= maxExcerpt {
		return 0, to, "", ""
	}
	if from = max(start-maxExcerpt/2, 0); from > 0 {
		before = "…"
	}
	if to = min(from+maxExcerpt, length); to < length {
		after = "…"
	}
	return from, to, before, after
}

// screenText is what may be sent to a terminal: a tab stands as one space, and
// nothing steers it.
func screenText(chars []rune) string {
	return escape.Line(string(chars))
}
