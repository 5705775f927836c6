package escape

import (
	"unicode"
)

// Width is how many columns of a terminal a text takes.
func Width(text string) int {
	width := 0
	for _, r := range text {
		width += RuneWidth(r)
	}
	return width
}

// RuneWidth is how many columns of a terminal r takes: East Asian wide
// characters and most pictures take two, marks that join the letter before
// them none.
func RuneWidth(r rune) int {
	switch {
	case r < 0x300 || Control(r):
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
