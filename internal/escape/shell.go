package escape

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Shell is a word as a shell takes it (POSIX.1-2024, Shell Command Language,
// Quoting): as it is, in single quotes, or, where it has bytes that must not be
// shown, as `$'...'`, which stands on one line. NUL, which no word can have,
// becomes U+FFFD.
func Shell(word string) string {
	switch {
	case word != "" && strings.TrimFunc(word, plainInShell) == "":
		return word
	case cleanFrom(word):
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	var b strings.Builder
	b.WriteString("$'")
	for len(word) > 0 {
		r, size := utf8.DecodeRuneInString(word)
		switch {
		case r == 0:
			b.WriteRune(utf8.RuneError)
		case r == '\'' || r == '\\':
			b.WriteString(`\` + word[:1])
		case r == '\n':
			b.WriteString(`\n`)
		case Control(r) || r == utf8.RuneError:
			for i := range size {
				fmt.Fprintf(&b, `\%03o`, word[i])
			}
		default:
			b.WriteString(word[:size])
		}
		word = word[size:]
	}
	return b.String() + "'"
}

// plainInShell reports whether a character means itself in every shell.
func plainInShell(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-+:,@", r)
}
