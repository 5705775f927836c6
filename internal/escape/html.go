package escape

import (
	"html"
	"strings"
)

// HTML is a text for the content of an element or for a value between double
// quotes (HTML, the HTML syntax: Text, Attributes), on one line. It is not for
// the content of script and style elements: a script's texts are [JSString]'s.
func HTML(text string) string { return unmarked(html.EscapeString(Line(text))) }

// HTMLLines is [HTML] of each line of a text, for the content of an element that
// keeps line breaks.
func HTMLLines(text string) string { return unmarked(html.EscapeString(Lines(text))) }

// unmarked is a text of HTML or XML in which no bracket begins a command of a CI
// system.
func unmarked(text string) string {
	for _, mark := range ciMarks {
		text = strings.ReplaceAll(text, mark, mark[:len(mark)-1]+"&#91;")
	}
	return text
}
