package escape

import (
	"fmt"
	"strings"
)

// MermaidMost is how many characters of a diagram GitHub draws: Mermaid's own
// default of `maxTextSize`.
const MermaidMost = 50_000

// Mermaid is a text for a label, a title or a note of a diagram: what Mermaid
// would read as its own is written as its entity codes (`#35;`). An empty text
// is a space, because a label may not be left out.
func Mermaid(text string) string {
	var b strings.Builder
	for _, r := range Line(text) {
		if strings.ContainsRune("#;<>%$", r) {
			fmt.Fprintf(&b, "#%d;", r)
			continue
		}
		b.WriteRune(r)
	}
	if b.Len() == 0 {
		return " "
	}
	return b.String()
}
