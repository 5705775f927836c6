package snapshot

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// like writes a text as an item in the style of another one.
func like(other, text string, flow bool) string {
	switch {
	case strings.HasPrefix(other, `"`):
		return double(text)
	case strings.HasPrefix(other, "'"):
		return single(text)
	}
	return bare(text, flow)
}

// bare is a text without quotes, where it may be.
func bare(text string, flow bool) string {
	if isPlain(text, flow) {
		return text
	}
	return double(text)
}

func single(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return double(text)
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}

// double writes a text in double quotes; Go's escapes are all YAML's too.
func double(text string) string { return strconv.Quote(text) }

// plainText is what certainly needs no quotes: words that begin with a letter, a
// digit or one of a few signs.
var plainText = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[\pL\pN_./(<][^\x00-\x1f\x7f-\x{a0}\x{2028}\x{2029}\x{feff}\x{fffe}\x{ffff}]*$`)
})

// isPlain reports whether a text stands for itself.
func isPlain(text string, flow bool) bool {
	switch text {
	case "null", "Null", "NULL", "<<", "...":
		return false
	}
	if !plainText().MatchString(text) || strings.Contains(text, ": ") || strings.Contains(text, " #") || strings.HasSuffix(text, ":") || strings.HasSuffix(text, " ") {
		return false
	}
	return !flow || !strings.ContainsAny(text, ",[]{}")
}

// flowed is a list in brackets.
func flowed(texts []string) string {
	items := make([]string, len(texts))
	for i, text := range texts {
		items[i] = bare(text, true)
	}
	return "[" + strings.Join(items, ", ") + "]"
}
