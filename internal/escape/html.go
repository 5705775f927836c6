package escape

import (
	"html"
	"strings"
	"unicode"
)

// HTML is a text for the content of an element or for a value between double
// quotes (HTML, the HTML syntax: Text, Attributes), on one line. It is not for
// the content of script and style elements: a script's texts are [JSString]'s.
func HTML(text string) string { return unmarked(html.EscapeString(Line(text))) }

// HTMLLines is [HTML] of each line of a text, for the content of an element that
// keeps line breaks.
func HTMLLines(text string) string { return unmarked(html.EscapeString(Lines(text))) }

// Markup is HTML that another writer made of texts, in which no text begins a
// command of a CI system. It must have no scripts and no styles.
func Markup(html string) string { return unmarked(html) }

// unmarked is a text of HTML or XML in which no bracket and no line begins a
// command of a CI system.
func unmarked(text string) string {
	for _, mark := range ciMarks {
		text = strings.ReplaceAll(text, mark, mark[:len(mark)-1]+"&#91;")
	}
	if !strings.Contains(text, "::") {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		rest := strings.TrimLeftFunc(line, unicode.IsSpace)
		if strings.HasPrefix(rest, "::") {
			b.WriteString(line[:len(line)-len(rest)] + "&#58;")
			line = rest[1:]
		}
		b.WriteString(line)
	}
	return b.String()
}
