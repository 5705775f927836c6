package escape

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf8"
)

// JSON is a value as one line of JSON (RFC 8259) without an end, with `<`, `>`
// and `&` as they are. It fails for values that JSON does not have.
func JSON(v any) ([]byte, error) { return encoded(v, "", utf16Escape) }

// JSONIndented is [JSON] over several lines, two spaces for each level.
func JSONIndented(v any) ([]byte, error) { return encoded(v, "  ", utf16Escape) }

// WriteJSON writes a value as one line of JSON, with its end.
func WriteJSON(w io.Writer, v any) error {
	text, err := JSON(v)
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

func encoded(v any, indent string, code func(rune) string) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("write JSON: %w", err)
	}
	return withoutControls(bytes.TrimSuffix(b.Bytes(), []byte("\n")), code), nil
}

// jsonBracket is a bracket that begins no command of a CI system.
const jsonBracket = `\u005b`

// withoutControls escapes what the library leaves raw, and what [Guard] would
// break. Outside of strings JSON is ASCII without other controls than line ends,
// and has no `#`.
func withoutControls(text []byte, code func(rune) string) []byte {
	for _, mark := range ciMarks {
		text = bytes.ReplaceAll(text, []byte(mark), []byte(mark[:len(mark)-1]+jsonBracket))
	}
	var out []byte
	done := 0
	for i := 0; i < len(text); {
		if c := text[i]; c < 0x7f {
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if Control(r) {
			out = append(append(out, text[done:i]...), code(r)...)
			done = i + size
		}
		i += size
	}
	if done == 0 {
		return text
	}
	return append(out, text[done:]...)
}

// AppendJSON appends a string of JSON (RFC 8259, Strings). What is not UTF-8
// becomes U+FFFD. It allocates nothing where the slice has room.
func AppendJSON(to []byte, s string) []byte {
	to = append(to, '"')
	begin := len(to)
	for _, r := range s {
		switch {
		case r == '[' && marked(to[begin:]):
			to = append(to, jsonBracket...)
		case r == '"' || r == '\\':
			to = append(to, '\\', byte(r))
		case r == '\n':
			to = append(to, `\n`...)
		case r == '\t':
			to = append(to, `\t`...)
		case !Control(r):
			to = utf8.AppendRune(to, r)
		case r < 0x10000:
			to = append(to, '\\', 'u', hex(r>>12), hex(r>>8), hex(r>>4), hex(r))
		default:
			to = append(to, utf16Escape(r)...)
		}
	}
	return append(to, '"')
}

func hex(digit rune) byte { return "0123456789abcdef"[digit&0xf] }

// marked reports whether a text ends with what, with a bracket behind it, begins
// a command of a CI system.
func marked[T string | []byte](text T) bool {
	for _, mark := range ciMarks {
		if n := len(mark) - 1; len(text) >= n && string(text[len(text)-n:]) == mark[:n] {
			return true
		}
	}
	return false
}
