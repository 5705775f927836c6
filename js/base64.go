package js

import (
	"encoding/base64"
	"slices"
	"strings"

	"github.com/dop251/goja"
)

// base64Space is ASCII white space (Infra, "ASCII whitespace").
const base64Space = "\t\n\f\r "

// installBase64 makes atob and btoa (HTML, "Base64 utility methods").
func (m *machine) installBase64() {
	if m.has("btoa") && m.mentions("btoa") {
		m.setFunction("btoa", 1, func(call goja.FunctionCall) goja.Value {
			m.demandInput(call)
			var bytes []byte
			for _, unit := range call.Argument(0).String() {
				if unit > 0xff {
					panic(m.invalidCharacter("btoa", "Invalid character", "The string to be encoded contains characters outside of the Latin1 range."))
				}
				bytes = append(bytes, byte(unit))
			}
			return m.vm.ToValue(base64.StdEncoding.EncodeToString(bytes))
		})
	}
	if m.has("atob") && m.mentions("atob") {
		m.setFunction("atob", 1, func(call goja.FunctionCall) goja.Value {
			m.demandInput(call)
			lenient := m.node != nil && slices.Compare(release(versionOf(m.policy)), []int{18, 13}) < 0
			bytes, fault := forgiving(call.Argument(0).String(), lenient)
			if fault != "" {
				panic(m.invalidCharacter("atob", fault, "The string to be decoded is not correctly encoded."))
			}
			units := make([]uint16, len(bytes))
			for i, b := range bytes {
				units[i] = uint16(b)
			}
			return goja.StringFromUTF16(units)
		})
	}
}

// forgiving decodes base64 (Infra, "forgiving-base64 decode"). What is wrong is in
// Node's words: it looks for letters that do not belong there first. Lenient, as Node
// was before 18.13, it takes = for one that does, and ends there.
func forgiving(text string, lenient bool) (bytes []byte, fault string) {
	text = strings.Map(func(r rune) rune {
		if strings.ContainsRune(base64Space, r) {
			return -1
		}
		return r
	}, text)
	n := len(text)
	if !lenient && n%4 == 0 {
		text = strings.TrimSuffix(strings.TrimSuffix(text, "="), "=")
	}
	if strings.ContainsFunc(text, func(r rune) bool { return !strings.ContainsRune(base64Digits, r) && !(lenient && r == '=') }) {
		return nil, "Invalid character"
	}
	if lenient && n%4 != 1 {
		if text, _, _ = strings.Cut(text, "="); len(text)%4 == 1 { // six bits are no byte
			text = text[:len(text)-1]
		}
	}
	bytes, err := base64.RawStdEncoding.DecodeString(text) // bits that are left over are dropped
	if err != nil {
		return nil, "The string to be decoded is not correctly encoded."
	}
	return bytes, ""
}

// demandInput throws where there is no argument at all.
func (m *machine) demandInput(call goja.FunctionCall) {
	if len(call.Arguments) == 0 {
		m.throwCoded("TypeError", "ERR_MISSING_ARGS", "The \"input\" argument must be specified")
	}
}

// invalidCharacter is the error that both functions throw, whose code is that of
// DOMException (Web IDL).
func (m *machine) invalidCharacter(function, message, chromes string) *goja.Object {
	switch {
	case m.policy.Name == firefoxName:
		return m.domException("InvalidCharacterError", 5, "String contains an invalid character")
	case m.web != nil:
		return m.domException("InvalidCharacterError", 5, m.refusal(windowFunction(function))+chromes)
	}
	o := m.newError("Error", message)
	_ = o.Set("name", "InvalidCharacterError")
	_ = o.Set("code", 5)
	return o
}
