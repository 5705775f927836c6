package js

import (
	"fmt"
	"strings"
	"unicode/utf16"
)

// jsonFault is V8's message for a text that is no JSON; "" if it is (V8's
// json-parser.cc: each release since Node 20 says more than the ones before).
func (m *machine) jsonFault(text string) string {
	s := jsonScan{text: utf16.Encode([]rune(text)), expects: since(m.policy, 20), terse: !since(m.policy, 21)}
	if !s.whole() {
		return ""
	}
	message := s.message()
	if strings.Contains(message, " in JSON at position ") || strings.Contains(message, " after JSON at position ") {
		if since(m.policy, 21) {
			message += s.lineAndColumn()
		}
	}
	return message
}

// jsonScan finds the first fault of a text.
type jsonScan struct {
	text    []uint16
	at      int
	expects bool   // says what it expects, and shows the text around the fault
	terse   bool   // expects a colon only behind the first name of an object, as Node 20 does
	wants   string // what was expected at the fault; "": nothing in particular
}

// maxContext is how many characters V8 shows before and behind a fault.
const maxContext = 10

// whole scans all of the text, and reports whether there is a fault; it stands
// at its place then.
func (s *jsonScan) whole() (fault bool) {
	if s.value() {
		return true
	}
	s.space()
	return s.at < len(s.text) && s.fault("Unexpected non-whitespace character after JSON")
}

func (s *jsonScan) fault(wants string) bool {
	s.wants = wants
	return true
}

// peek is the next character; -1 at the end.
func (s *jsonScan) peek() int {
	if s.at >= len(s.text) {
		return -1
	}
	return int(s.text[s.at])
}

func (s *jsonScan) space() {
	for s.at < len(s.text) && strings.ContainsRune(" \t\n\r", rune(s.text[s.at])) {
		s.at++
	}
}

// value scans a value with all that is in it. What is open stands in a list, as
// a text may be as deep as it is long.
func (s *jsonScan) value() (fault bool) {
	var open []byte
	for {
		s.space()
		switch c := s.peek(); c {
		case '{', '[':
			s.at++
			s.space()
			if s.peek() == c+2 { // } and ] come two after
				s.at++
				break
			}
			open = append(open, byte(c))
			if c == '{' && s.name(firstName) {
				return true
			}
			continue
		default:
			if s.scalar() {
				return true
			}
		}
		for more := false; !more; {
			if len(open) == 0 {
				return false
			}
			inner := open[len(open)-1]
			s.space()
			switch c := s.peek(); {
			case c == ',':
				s.at++
				if inner == '{' && s.name("Expected double-quoted property name") {
					return true
				}
				more = true
			case c == int(inner)+2:
				s.at++
				open = open[:len(open)-1]
			case inner == '{':
				return s.fault("Expected ',' or '}' after property value")
			default:
				return s.fault("Expected ',' or ']' after array element")
			}
		}
	}
}

const firstName = "Expected property name or '}'"

// name scans the name of a property, and its colon.
func (s *jsonScan) name(wants string) (fault bool) {
	s.space()
	if s.peek() != '"' {
		return s.fault(wants)
	}
	if s.str() {
		return true
	}
	s.space()
	if s.peek() != ':' {
		if s.terse && wants != firstName {
			return s.fault("")
		}
		return s.fault("Expected ':' after property name")
	}
	s.at++
	return false
}

func (s *jsonScan) scalar() (fault bool) {
	switch c := s.peek(); {
	case c == '"':
		return s.str()
	case c == 't':
		return s.word("true")
	case c == 'f':
		return s.word("false")
	case c == 'n':
		return s.word("null")
	case c == '-' || isDigit(c):
		return s.number()
	}
	return s.fault("")
}

func (s *jsonScan) word(w string) (fault bool) {
	for _, c := range w {
		if s.peek() != int(c) {
			return s.fault("")
		}
		s.at++
	}
	return false
}

func (s *jsonScan) number() (fault bool) {
	if s.peek() == '-' {
		s.at++
		if !isDigit(s.peek()) {
			return s.fault("No number after minus sign")
		}
	}
	if s.peek() == '0' {
		if s.at++; isDigit(s.peek()) {
			return s.fault("")
		}
	} else {
		s.digits()
	}
	if s.peek() == '.' {
		if s.at++; !isDigit(s.peek()) {
			return s.fault("Unterminated fractional number")
		}
		s.digits()
	}
	if c := s.peek(); c == 'e' || c == 'E' {
		s.at++
		if c := s.peek(); c == '+' || c == '-' {
			s.at++
		}
		if !isDigit(s.peek()) {
			return s.fault("Exponent part is missing a number")
		}
		s.digits()
	}
	return false
}

func isDigit(c int) bool { return c >= '0' && c <= '9' }

func (s *jsonScan) digits() {
	for isDigit(s.peek()) {
		s.at++
	}
}

func (s *jsonScan) str() (fault bool) {
	s.at++
	for {
		switch c := s.peek(); {
		case c == -1:
			return s.fault("Unterminated string")
		case c == '"':
			s.at++
			return false
		case c < ' ':
			return s.fault("Bad control character in string literal")
		case c != '\\':
			s.at++
		default:
			s.at++
			if s.escape() {
				return true
			}
		}
	}
}

func (s *jsonScan) escape() (fault bool) {
	c := s.peek()
	if c == -1 {
		return s.fault("")
	}
	if !strings.ContainsRune(`"\/bfnrtu`, rune(c)) {
		return s.fault("Bad escaped character")
	}
	s.at++
	for range 4 {
		if c != 'u' {
			break
		}
		if h := s.peek(); h == -1 || !strings.ContainsRune("0123456789abcdefABCDEF", rune(h)) {
			return s.fault("Bad Unicode escape")
		}
		s.at++
	}
	return false
}

// message says what the fault is.
func (s *jsonScan) message() string {
	if s.expects && s.wants != "" {
		in := " in JSON"
		if strings.HasSuffix(s.wants, " JSON") {
			in = ""
		}
		return fmt.Sprintf("%s%s at position %d", s.wants, in, s.at)
	}
	c := s.peek()
	switch {
	case c == -1:
		return "Unexpected end of JSON input"
	case c == '-' || isDigit(c):
		return fmt.Sprintf("Unexpected number in JSON at position %d", s.at)
	case c == '"':
		return fmt.Sprintf("Unexpected string in JSON at position %d", s.at)
	case !s.expects:
		return fmt.Sprintf("Unexpected token %s in JSON at position %d", s.part(s.at, s.at+1), s.at)
	}
	switch whole := s.part(0, len(s.text)); whole {
	case "[object Object]", "NaN", "Infinity", "undefined":
		return fmt.Sprintf("%q is not valid JSON", whole)
	}
	from, to, before, behind := 0, len(s.text), "", ""
	if len(s.text) > 2*maxContext {
		if s.at >= maxContext {
			from, before = s.at-maxContext, "..."
		}
		if s.at < len(s.text)-maxContext {
			to, behind = s.at+maxContext, "..."
		}
	}
	return fmt.Sprintf("Unexpected token '%s', %s\"%s\"%s is not valid JSON", s.part(s.at, s.at+1), before, s.part(from, to), behind)
}

func (s *jsonScan) part(from, to int) string { return string(utf16.Decode(s.text[from:to])) }

// lineAndColumn is where the fault is, as lines are counted from 1.
func (s *jsonScan) lineAndColumn() string {
	line, begin := 1, 0
	for i, c := range s.text[:s.at] {
		if c == '\n' || c == '\r' && (i+1 >= len(s.text) || s.text[i+1] != '\n') {
			line, begin = line+1, i+1
		}
	}
	return fmt.Sprintf(" (line %d column %d)", line, s.at-begin+1)
}
