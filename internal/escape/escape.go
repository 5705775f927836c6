// Package escape writes texts from outside into other languages: one writer for
// each language that leaves the program, in a file of its own. Whatever a
// scenario, a log or the name of a file holds, what comes out is one string, one
// text or one word of that language and ends where the writer says.
//
// Every writer also keeps out what [Control] reports, raw, so that no output
// steers the terminal on which it is looked at. Tests hold each writer against a
// parser of its language.
package escape

import (
	"strings"
	"unicode/utf8"
)

// Control reports whether r is none of a text's own characters: a terminal may
// obey it, a line may end at it, or a reader may see an order of characters that
// is not the one that a program reads (Unicode Standard Annex #9, explicit
// directional formatting; Technical Report #36, section 2.2).
//
// Joiners are characters of a text: several scripts and pictures need them.
func Control(r rune) bool {
	switch {
	case r < 0x7f:
		return r < ' '
	case r < 0xa0:
		return true // DEL, and C1
	case r < 0x2000:
		return r == 0x61c || r == 0x180e // marks of direction and of a vowel, neither to be seen
	case r < 0x2100:
		return r == 0x200b || r == 0x200e || r == 0x200f || r >= 0x2028 && r <= 0x202e || r >= 0x2060 && r <= 0x206f
	}
	// U+FEFF marks the order of bytes, the three from U+FFF9 annotate, U+FFFE and
	// U+FFFF are no characters, and the tags repeat ASCII without being seen.
	return r == 0xfeff || r >= 0xfff9 && r <= 0xfffb || r&0xfffe == 0xfffe || r >= 0xe0000 && r <= 0xe007f
}

// Line is a text on one line, for people: tabs become spaces, and what
// [Control] reports U+FFFD. Linear time; a clean text is returned as it is.
func Line(text string) string {
	if clean(text) {
		return text
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case Control(r):
			return utf8.RuneError
		}
		return r
	}, text)
}

// Lines is [Line] of each line of a text.
func Lines(text string) string {
	if !strings.Contains(text, "\n") {
		return Line(text)
	}
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = Line(lines[i])
	}
	return strings.Join(lines, "\n")
}

// clean reports whether a text has nothing to be replaced.
func clean(text string) bool {
	for i := 0; i < len(text); i++ {
		if c := text[i]; c < ' ' || c >= 0x7f {
			return cleanFrom(text[i:])
		}
	}
	return true
}

func cleanFrom(text string) bool {
	for i, r := range text {
		if Control(r) || r == utf8.RuneError && !strings.HasPrefix(text[i:], "\ufffd") {
			return false
		}
	}
	return true
}
