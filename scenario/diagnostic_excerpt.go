package scenario

import (
	"fmt"
	"strings"
	"unicode"
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
		b.WriteString(strings.Repeat(" ", charWidth(chars[i])))
	}
	for i := start; i < max(min(end, to), start+1); i++ {
		n := 1
		if i < len(chars) {
			n = charWidth(chars[i])
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

// IsControl reports whether a terminal might obey r rather than show it. The
// marks that turn the direction of writing are of that kind.
func IsControl(r rune) bool { return escape.Control(r) }

// ScreenWidth is how many columns of a terminal a text takes.
func ScreenWidth(text string) int {
	width := 0
	for _, r := range text {
		width += charWidth(r)
	}
	return width
}

// charWidth is how many columns of a terminal r takes: East Asian wide
// characters and most pictures take two, marks that join the letter before
// them none.
func charWidth(r rune) int {
	switch {
	case r < 0x300 || IsControl(r):
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana),
		r >= 0x3000 && r <= 0x303e, r >= 0xff01 && r <= 0xff60, r >= 0xffe0 && r <= 0xffe6,
		r >= 0x1f300 && r <= 0x1faff:
		return 2
	}
	return 1
}

// sourceLine is the n-th line of src, from 1, without its end.
func sourceLine(src string, n int32) (string, bool) {
	if n < 1 {
		return "", false
	}
	for ; n > 1; n-- {
		_, size := nextBreak(src)
		if size == 0 {
			return "", false
		}
		i, size := nextBreak(src)
		src = src[i+size:]
	}
	i, _ := nextBreak(src)
	return strings.TrimPrefix(src[:i], "\ufeff"), true
}

// nextBreak finds the first end of a line and its length in bytes; 0 when
// there is none. YAML 1.1 ends lines at more characters than most editors do.
func nextBreak(src string) (at, size int) {
	for i, r := range src {
		switch r {
		case '\n':
			return i, 1
		case '\r':
			if strings.HasPrefix(src[i:], "\r\n") {
				return i, 2
			}
			return i, 1
		case '\u0085':
			return i, 2
		case '\u2028', '\u2029':
			return i, 3
		}
	}
	return len(src), 0
}
