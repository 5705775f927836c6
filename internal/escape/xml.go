package escape

import "strings"

// XML is a text for the content of an element or for a value between double
// quotes, on one line: of XML 1.0, and so of SVG. XML has no way to write most
// control characters, nor U+FFFE and U+FFFF (XML 1.0, production Char): they
// become U+FFFD.
func XML(text string) string {
	return unmarked(strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;").Replace(Line(text)))
}

// XMLLines is a text of several lines, of which only the characters are mended:
// for a writer of XML that escapes the rest itself.
func XMLLines(text string) string { return Lines(text) }
