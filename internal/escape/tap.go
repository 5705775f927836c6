package escape

import (
	"fmt"
	"strings"
)

// TAP is the description of a test point (TAP 14, Test Points): a bare `#` would
// begin a directive.
func TAP(description string) string {
	return strings.NewReplacer(`\`, `\\`, "#", `\#`).Replace(Line(description))
}

// YAML is a value as one line of YAML 1.2 in the form of JSON, for the blocks of
// TAP. Where JSON has two codes of UTF-16, YAML has one of its own
// (YAML 1.2.2, production ns-esc-32-bit).
func YAML(v any) ([]byte, error) {
	return encoded(v, "", func(r rune) string {
		if r < 0x10000 {
			return utf16Escape(r)
		}
		return fmt.Sprintf(`\U%08x`, r)
	})
}
