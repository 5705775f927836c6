package trace

// Style sets parts of a text off on a terminal. The zero Style leaves them plain.
type Style struct{ Colour bool }

// Dim is text that may be overlooked.
func (s Style) Dim(text string) string { return s.in("2", text) }

// Bold is text that is looked for.
func (s Style) Bold(text string) string { return s.in("1", text) }

// Good is text that says that all is well.
func (s Style) Good(text string) string { return s.in("32", text) }

// Bad is text that says that something is wrong.
func (s Style) Bad(text string) string { return s.in("31", text) }

// in puts text between the terminal's codes for one attribute and for none
// (ECMA-48, select graphic rendition).
func (s Style) in(attribute, text string) string {
	if !s.Colour || text == "" {
		return text
	}
	return "\x1b[" + attribute + "m" + text + "\x1b[0m"
}
