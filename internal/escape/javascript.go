package escape

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// JSString is a text as a string of JavaScript (ECMA-262, String Literals), in
// single quotes. It may stand in a script that stands in a page.
func JSString(text string) string {
	return "'" + jsText(text, '\'') + "'"
}

// JSTemplate is a text as a piece of a template between backquotes (ECMA-262,
// Template Literal Lexical Components). The piece after it may be `${...}`.
func JSTemplate(text string) string { return jsText(text, '`') }

// JSComment is a text for the rest of a line behind `//`, to be read only: a
// comment has no way to write the characters that end it.
func JSComment(text string) string {
	var b strings.Builder
	text = Line(text)
	for i, r := range text {
		switch {
		case r == '<' && opensMarkup(text[i+1:]):
			b.WriteString(`\x3c`)
		case r == '[' && marked(text[:i]):
			b.WriteString(`\x5b`)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// jsText escapes what would end a string in these quotes, or begin something in
// a page's script.
func jsText(text string, quote rune) string {
	var b strings.Builder
	for rest := text; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		rest = rest[size:]
		switch {
		case r == '[' && marked(text[:len(text)-len(rest)-1]):
			b.WriteString(`\x5b`)
		case r == '\\' || r == quote:
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '$' && quote == '`' && (rest == "" || rest[0] == '{'):
			b.WriteString(`\$`)
		case r == '<' && opensMarkup(rest):
			b.WriteString(`\x3c`)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case Control(r):
			b.WriteString(utf16Escape(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// opensMarkup reports whether a `<` before the text may change how a page's
// script is read (HTML, restrictions for contents of script elements): `<!--`,
// `<script` and `</script` do. At the end of a text nobody knows.
func opensMarkup(rest string) bool {
	return rest == "" || strings.ContainsRune("!/sS", rune(rest[0]))
}

// JSName turns a name into an identifier: `my timer` becomes myTimer. Only
// ASCII is kept, which every runtime takes. What nothing is left of is `it`.
// Whether the identifier is free is for [JSReserved] and the caller to say.
func JSName(name string) string {
	var b strings.Builder
	upper := false
	for _, r := range name {
		switch {
		case r < unicode.MaxASCII && (unicode.IsLetter(r) || r == '_' || unicode.IsDigit(r) && b.Len() > 0):
			if upper {
				r = unicode.ToUpper(r)
			}
			b.WriteRune(r)
			upper = false
		default:
			upper = b.Len() > 0
		}
	}
	if b.Len() == 0 {
		return "it"
	}
	return b.String()
}

// JSReserved are the names that a script cannot give to its own variables: words
// of the language (ECMA-262, Keywords and Reserved Words, and what strict code
// adds); the language's own objects; and what a page's global object has and
// does not let go ([LegacyUnforgeable] in HTML), which a `let` beside it would
// be an error of the whole script.
func JSReserved() []string { return strings.Fields(jsReserved) }

const jsReserved = `arguments async await break case catch class const continue debugger default delete do else enum
eval export extends false finally for function if implements import in instanceof interface let new null of package
private protected public return static super switch this throw true try typeof var void while with yield
Infinity NaN undefined globalThis
AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError
FinalizationRegistry Float32Array Float64Array Function Int16Array Int32Array Int8Array Intl Iterator JSON Map Math Number Object
Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String Symbol SyntaxError TypeError URIError
Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet WebAssembly
decodeURI decodeURIComponent encodeURI encodeURIComponent escape isFinite isNaN parseFloat parseInt unescape
document event location top window`

// utf16Escape is a character as `\uXXXX`, or as two where UTF-16 has two.
func utf16Escape(r rune) string {
	if r < 0x10000 {
		return fmt.Sprintf(`\u%04x`, r)
	}
	r -= 0x10000
	return fmt.Sprintf(`\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
}
